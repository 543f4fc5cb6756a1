/** Which session a call belongs to: the options of the call say it, or the model is bound to one. Never a default. */
import type { Daybook, Session } from '@daybook/core';
import { DaybookError } from '@daybook/core/adapter';
import { type CallParams, isRecord } from './model-types.ts';

/** Gives the session of a call. @throws DaybookError `invalid-input` */
export type SessionOf = (params: CallParams) => Session;

/** `providerOptions.daybook` of a call. */
export interface CallScope {
  readonly session: string;
  readonly tenant?: string;
  readonly lane?: string;
  /** `delta`: the messages are only what is new, and the journal gives what was before. `full` when absent. */
  readonly history?: 'full' | 'delta';
}

export function sessionByCall(daybook: Daybook): SessionOf {
  return ({ providerOptions }) => daybook.session(scopeIn(providerOptions?.daybook));
}

export function boundTo(session: Session): SessionOf {
  return ({ providerOptions }) => {
    if (providerOptions?.daybook === undefined) return session;
    throw new DaybookError(
      'invalid-input',
      `this model is bound to session ${session.session}: leave providerOptions.daybook out, or use daybookMiddleware`,
      { details: { session: session.session } },
    );
  };
}

/** The params as the provider gets them: without ours, which gateways may forward. */
export function withoutScope(params: CallParams): CallParams {
  const { providerOptions } = params;
  if (providerOptions?.daybook === undefined) return params;
  const { daybook: _, ...others } = providerOptions;
  return { ...params, providerOptions: others };
}

/** Calls of one name hand over one growing list. Names hold no control characters, so NUL keeps them apart. */
export function conversationName({ tenant, session }: Session, { providerOptions }: CallParams): string {
  const scope = providerOptions?.daybook;
  return [tenant, session, isRecord(scope) ? scope.lane : undefined].join('\0');
}

/** Whether the call hands over the whole conversation. */
export function historyOf({ providerOptions }: CallParams): 'full' | 'delta' {
  const scope = providerOptions?.daybook;
  return isRecord(scope) && scope.history === 'delta' ? 'delta' : 'full';
}

const FIELDS = ['session', 'tenant', 'lane', 'history'] as const;

function scopeIn(given: unknown): CallScope {
  if (!isRecord(given) || typeof given.session !== 'string')
    throw new DaybookError(
      'invalid-input',
      'a call names its session: providerOptions: { daybook: { session: chatId } }',
      { details: { field: 'providerOptions.daybook.session' } },
    );
  for (const [field, value] of Object.entries(given))
    if (value !== undefined && !isSound(field, value))
      throw new DaybookError(
        'invalid-input',
        `providerOptions.daybook.${field} is none of session, tenant and lane as texts, and history as full or delta`,
        { details: { field: `providerOptions.daybook.${field}` } },
      );
  const { session, tenant, lane } = given as CallScope & typeof given;
  return { session, ...(tenant !== undefined && { tenant }), ...(lane !== undefined && { lane }) };
}

function isSound(field: string, value: unknown): boolean {
  if (field === 'history') return value === 'full' || value === 'delta';
  return FIELDS.some((known) => known === field) && typeof value === 'string';
}
