/**
 * What an entry can be, and what may be done with each kind. J6: kinds are never confused.
 *
 * Code asks this table, never the kind itself. Who may command is a matter of authority (authority.ts), not of
 * kind: `pinnable` says only that an authoritative entry of this kind becomes a pin.
 */
export type Kind =
  | 'message'
  | 'tool-call'
  | 'tool-result'
  | 'reasoning'
  | 'artifact'
  | 'opaque'
  | 'derived'
  | 'event';

export interface KindRules {
  /** A citation may point to it. */
  readonly evidence: boolean;
  readonly pinnable: boolean;
  readonly searchable: boolean;
  /** It is part of what a model was sent or answered, so a view may show it. */
  readonly shown: boolean;
}

export const KINDS: Readonly<Record<Kind, KindRules>> = {
  message: { evidence: true, pinnable: true, searchable: true, shown: true },
  'tool-call': { evidence: true, pinnable: false, searchable: true, shown: true },
  'tool-result': { evidence: true, pinnable: false, searchable: true, shown: true },
  reasoning: { evidence: false, pinnable: false, searchable: false, shown: false },
  artifact: { evidence: true, pinnable: false, searchable: false, shown: true },
  opaque: { evidence: false, pinnable: false, searchable: false, shown: true },
  derived: { evidence: false, pinnable: false, searchable: false, shown: false },
  event: { evidence: false, pinnable: false, searchable: false, shown: false },
};

export function isKind(value: unknown): value is Kind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}
