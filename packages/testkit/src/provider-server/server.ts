/**
 * A server on this machine that plays the providers, so that an adapter can be tested through the real provider
 * packages.
 *
 * Invariants: nothing is answered that breaks a known rule of the provider: it is refused as the provider refuses it,
 * and kept. What the server hands out differs from reply to reply, so what comes back can be recognised.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { checkProviderRules, type Violation } from '../provider-rules/index.ts';
import type { JsonObject } from '../provider-rules/rule.ts';
import { anthropic } from './anthropic.ts';
import type { Dialect, Refusal, Refused, ServedProvider, ServerAnswer, Written } from './dialect.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';

export interface ProviderServerOptions {
  /** What the model says to a request that is in order. What is thrown here is told to the client as a refusal. */
  answer(request: ServerRequest): ServerAnswer | Promise<ServerAnswer>;
  /** Tokens, counted as a quarter of the characters, above which the server refuses by itself; no limit when absent. */
  readonly window?: number;
}

export interface ServerRequest {
  readonly provider: ServedProvider;
  readonly model: string;
  readonly streams: boolean;
  readonly body: JsonObject;
  /** Size in tokens as the server counts it, with what references stand for. */
  readonly size: number;
}

/** A broken rule, and which of the requests broke it. */
export interface ServedViolation extends Violation {
  readonly request: number;
}

export interface ProviderServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`; the paths behind it are those of the providers. */
  readonly url: string;
  /** Everything received, in its order. */
  readonly requests: readonly ServerRequest[];
  readonly violations: readonly ServedViolation[];
  close(): Promise<void>;
}

/** The server, listening. */
export async function providerServer(options: ProviderServerOptions): Promise<ProviderServer> {
  const desk = new Desk(options);
  const server = createServer((request, response) => {
    serve(desk, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => closed(server);
  const { requests, violations } = desk;
  return { url: urlOf(server), requests, violations, close, [Symbol.asyncDispose]: close };
}

const DIALECTS: readonly Dialect[] = [openaiChat, openaiResponses, anthropic, gemini];

type Outcome =
  | { readonly written: Written; readonly streams: boolean; readonly brokenAfter: number | undefined }
  | { readonly refused: Refused; readonly streams: boolean };

/** Decides what each request is told. */
class Desk {
  readonly requests: ServerRequest[] = [];
  readonly violations: ServedViolation[] = [];
  readonly #given = new Map<Dialect, JsonObject[]>();
  readonly #options: ProviderServerOptions;
  #replies = 0;

  constructor(options: ProviderServerOptions) {
    this.#options = options;
  }

  async outcomeOf(path: string, body: JsonObject): Promise<Outcome> {
    for (const dialect of DIALECTS) {
      const asked = dialect.asked(path, body);
      if (asked) return this.#told(dialect, { ...asked, provider: dialect.provider, body });
    }
    return {
      refused: { status: 404, body: { error: { message: `nothing is at ${path}` } } },
      streams: false,
    };
  }

  async #told(dialect: Dialect, asked: Omit<ServerRequest, 'size'>): Promise<Outcome> {
    const { streams, model } = asked;
    const given = this.#given.get(dialect) ?? [];
    this.#given.set(dialect, given);
    const wire = dialect.rulesOf(asked.body, model, given);
    const size = tokensOf([wire.messages, wire.tools, wire.request]);
    const request = { ...asked, size };
    const place = this.requests.push(request) - 1;
    const { answer, window = Number.POSITIVE_INFINITY } = this.#options;
    const refuse = (kind: Refusal['kind'], detail: string): Outcome => ({
      // A provider that is said to have refused knows a window.
      refused: dialect.refuse({ kind, detail, size, window: Math.min(window, size - 1) }),
      streams,
    });

    const broken = checkProviderRules(dialect.provider, wire);
    this.violations.push(...broken.map((violation) => ({ ...violation, request: place })));
    const [first] = broken;
    if (first) return refuse('invalid', `${first.rule}: ${first.at} ${first.detail}`);
    if (size > window) return refuse('overflow', 'the list is too large');
    const said = await Promise.resolve(request).then(answer).catch(String);
    if (typeof said === 'string') return refuse('invalid', said);
    if (said.refuse) return refuse(said.refuse, `the script says ${said.refuse}`);
    const number = ++this.#replies;
    const { compaction, reasoning, text, calls } = said;
    const usage = said.usage ?? { input: size, output: tokensOf([compaction, reasoning, text, calls]) };
    const written = dialect.write({ ...said, model, number, usage, size });
    given.push(...written.given);
    return { written, streams, brokenAfter: said.brokenAfter };
  }
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
  const outcome = await desk.outcomeOf(path, text === '' ? {} : JSON.parse(text));
  if ('refused' in outcome) {
    const { status, body, frames } = outcome.refused;
    if (frames && outcome.streams) return stream(response, frames, undefined);
    return send(response, status, JSON.stringify(body));
  }
  const { written, streams, brokenAfter } = outcome;
  if (streams) return stream(response, written.frames, brokenAfter);
  return send(response, 200, JSON.stringify(written.body), brokenAfter !== undefined);
}

async function send(response: ServerResponse, status: number, text: string, breaks = false): Promise<void> {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  if (!breaks) response.end(text);
  else await breakOff(response, text.slice(0, text.length / 2));
}

async function stream(
  response: ServerResponse,
  frames: readonly string[],
  brokenAfter: number | undefined,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (brokenAfter === undefined) response.end(frames.join(''));
  else await breakOff(response, frames.slice(0, brokenAfter).join(''));
}

/** The client gets what was written, and then no end. */
async function breakOff(response: ServerResponse, text: string): Promise<void> {
  response.flushHeaders();
  if (text !== '') await new Promise((done) => response.write(text, done));
  await setImmediate();
  response.destroy();
}

function tokensOf(value: unknown): number {
  return Math.ceil((JSON.stringify(value)?.length ?? 0) / 4);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const done = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await done;
}
