/**
 * Who may command (J7). Authority is recorded per part when it is journaled, from the role and the type of the
 * part alone; what a text says about itself changes nothing (S3).
 *
 * Invariant: an application can lower authority, never raise it.
 */
import type { MessagePart, Role } from './message.ts';

/** `delegated`: user-role text in a lane that another agent opened; it commands in that lane only. */
export type Authority = 'system' | 'developer' | 'user' | 'delegated' | 'none';

const OF_ROLE: Readonly<Record<Role, Authority>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'none',
  tool: 'none',
};

/** Authority of one part of a message with that role. Only text has any. */
export function authorityOf(role: Role, part: MessagePart): Authority {
  return part.type === 'text' && part.authority !== 'none' ? OF_ROLE[part.speaker ?? role] : 'none';
}

/** The same in a lane opened by another agent. */
export function delegate(authority: Authority): Authority {
  return authority === 'user' ? 'delegated' : authority;
}

export function isAuthoritative(authority: Authority): boolean {
  return authority !== 'none';
}

export function isAuthority(value: unknown): value is Authority {
  return value === 'delegated' || Object.values(OF_ROLE).includes(value as Authority);
}

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(OF_ROLE, value);
}
