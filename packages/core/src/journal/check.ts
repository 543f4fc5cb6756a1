/**
 * The door: what an application hands over is checked before anything is made of it.
 *
 * Invariant: a list is accepted whole or refused whole, with the place of the first fault; nothing is coerced.
 */
import { DaybookError } from '../base/errors.ts';
import type { Message, MessagePart, Usage } from './message.ts';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];
const STATUSES = ['returned', 'error', 'denied', 'aborted'];
const OUTPUTS = ['text', 'data', 'file'];

/**
 * A copy that the application cannot change any more.
 *
 * @throws DaybookError `invalid-input` for what cannot be copied: functions, proxies, things of the platform
 */
export function snapshotOf<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (cause) {
    throw new DaybookError('invalid-input', 'what was handed over cannot be copied', { cause });
  }
}

/**
 * @param isChecked of messages that need no check any more
 * @throws DaybookError `invalid-input` naming message and part
 */
export function checkMessages(
  messages: readonly Message[],
  isChecked: (message: Message) => boolean = () => false,
): void {
  if (!Array.isArray(messages)) refuse('messages', 'is not a list');
  for (const [index, message] of messages.entries())
    if (!isChecked(message)) checkMessage(message, `messages[${index}]`);
}

/** @throws DaybookError `invalid-input` */
export function checkMessage(message: Message, where: string): void {
  if (!isObject(message)) refuse(where, 'is not a message');
  if (!ROLES.includes(message.role)) refuse(`${where}.role`, `is none of ${ROLES.join(', ')}`);
  if (!Array.isArray(message.parts)) refuse(`${where}.parts`, 'is not a list');
  optional(message.id, 'string', `${where}.id`);
  optional(message.at, 'number', `${where}.at`);
  optional(message.aborted, 'boolean', `${where}.aborted`);
  optional(message.derived, 'boolean', `${where}.derived`);
  if (message.usage !== undefined) checkUsage(message.usage, `${where}.usage`);
  for (const [index, part] of message.parts.entries()) checkPart(part, `${where}.parts[${index}]`);
}

/** @throws DaybookError `invalid-input` */
export function checkUsage(usage: Usage, where: string): void {
  if (!isObject(usage)) refuse(where, 'is no usage');
  for (const field of ['input', 'output'] as const)
    if (!(Number.isFinite(usage[field]) && usage[field] >= 0))
      refuse(`${where}.${field}`, 'is no number of tokens');
  optional(usage.model, 'string', `${where}.model`);
  optional(usage.window, 'number', `${where}.window`);
}

function checkPart(part: MessagePart, where: string): void {
  if (!isObject(part)) refuse(where, 'is not a part');
  if (!Object.hasOwn(PARTS, part.type))
    refuse(`${where}.type`, 'is none that daybook knows; hand it over as opaque');
  (PARTS[part.type] as (part: MessagePart, where: string) => void)(part, where);
}

type Checks = {
  readonly [Type in MessagePart['type']]: (part: Extract<MessagePart, { type: Type }>, where: string) => void;
};

const PARTS: Checks = {
  text(part, where) {
    required(part.text, `${where}.text`);
    if (part.authority !== undefined && part.authority !== 'none')
      refuse(`${where}.authority`, 'can only be lowered, to none');
    if (part.speaker !== undefined && part.speaker !== 'user') refuse(`${where}.speaker`, 'can only be user');
  },
  data(part, where) {
    if (!('value' in part)) refuse(where, 'has no value');
  },
  file(part, where) {
    required(part.mediaType, `${where}.mediaType`);
    if ((part.data === undefined) === (part.url === undefined))
      refuse(where, 'has not exactly one of data and url');
    for (const field of ['data', 'url', 'name'] as const)
      optional(part[field], 'string', `${where}.${field}`);
  },
  reasoning(part, where) {
    required(part.text, `${where}.text`);
  },
  'tool-call'(part, where) {
    required(part.callId, `${where}.callId`);
    required(part.name, `${where}.name`);
    if (!('input' in part)) refuse(where, 'has no input');
    optional(part.hosted, 'boolean', `${where}.hosted`);
  },
  'tool-result'(part, where) {
    required(part.callId, `${where}.callId`);
    optional(part.name, 'string', `${where}.name`);
    if (!STATUSES.includes(part.status)) refuse(`${where}.status`, `is none of ${STATUSES.join(', ')}`);
    if (!Array.isArray(part.output)) refuse(`${where}.output`, 'is not a list');
    for (const [index, item] of part.output.entries()) {
      if (!OUTPUTS.includes(item?.type))
        refuse(`${where}.output[${index}]`, `is none of ${OUTPUTS.join(', ')}`);
      checkPart(item, `${where}.output[${index}]`);
    }
  },
  opaque(part, where) {
    required(part.provider, `${where}.provider`);
    if (!('item' in part)) refuse(where, 'has no item');
  },
};

function required(value: unknown, where: string): void {
  if (typeof value !== 'string') refuse(where, 'is not a text');
}

function optional(value: unknown, type: 'string' | 'number' | 'boolean', where: string): void {
  if (value !== undefined && (typeof value !== type || Number.isNaN(value)))
    refuse(where, `is not a ${type}`);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function refuse(where: string, what: string): never {
  throw new DaybookError('invalid-input', `${where} ${what}`, { details: { where } });
}
