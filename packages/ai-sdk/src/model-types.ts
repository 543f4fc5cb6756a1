/**
 * The parts of the AI SDK's model interface that the middleware touches, for models of versions 2, 3 and 4 alike. What is
 * not named here passes through untouched.
 */

export interface CallParams {
  readonly prompt: readonly unknown[];
  readonly providerOptions?: { readonly [namespace: string]: unknown } | undefined;
  readonly tools?: unknown;
  readonly responseFormat?: unknown;
  readonly maxOutputTokens?: number | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface Model {
  readonly specificationVersion?: unknown;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(params: CallParams): PromiseLike<GenerateResult>;
  doStream(params: CallParams): PromiseLike<StreamResult>;
}

export interface GenerateResult {
  readonly content: readonly unknown[];
  readonly usage?: unknown;
  readonly finishReason?: unknown;
  readonly providerMetadata?: unknown;
}

export interface StreamResult {
  readonly stream: ReadableStream<StreamPart>;
}

export interface StreamPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What the SDK hands to a middleware's hooks. */
export interface HookOptions {
  readonly model: Model;
  readonly params: CallParams;
}

export type NativeMessage = { readonly role?: unknown; readonly content?: unknown } & {
  readonly [field: string]: unknown;
};

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
