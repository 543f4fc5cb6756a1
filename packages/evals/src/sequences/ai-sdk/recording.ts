/**
 * A recorded call sequence: what one program handed to the model, call by call, and what the model answered.
 *
 * Invariant: a recording is plain JSON that says the same as the live values (bytes as base64, URLs as strings,
 * undefined members left out), so that reading the file and watching the program give equal messages.
 * A long repetitive text is stored once with its count, so that a megabyte of tool output is a small file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Json } from '@daybook/core';
import type { Intent } from '@daybook/testkit';

export interface RecordedCall {
  readonly kind: 'generate' | 'stream';
  /** The `LanguageModelV4Prompt` that reached the model. */
  readonly prompt: Json;
  /** The content the model gave back; for an aborted stream what had arrived by then. */
  readonly answer?: Json;
  readonly finishReason?: string;
  /** The provider's usage as the model reported it; absent where no finish part came. */
  readonly usage?: Json;
  /** The caller stopped the call before the model had finished. */
  readonly aborted?: true;
  /** The call was refused: name of the error. The framework may repeat it with the same prompt. */
  readonly failed?: string;
}

export interface Recording {
  readonly framework: 'ai';
  readonly version: string;
  readonly scenario: string;
  readonly about: string;
  readonly intent: Intent;
  readonly calls: readonly RecordedCall[];
}

/** Where the committed recordings lie. */
export const recordingsFolder: URL = new URL(
  '../../../../../test-fixtures/sequences/ai-sdk/',
  import.meta.url,
);

/** Every committed recording, ordered by name, with long texts written out. */
export function loadRecordings(folder: URL = recordingsFolder): Recording[] {
  return readdirSync(fileURLToPath(folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readRecording(readFileSync(new URL(name, folder), 'utf8')));
}

export function readRecording(text: string): Recording {
  return expand(JSON.parse(text) as Json) as unknown as Recording;
}

const LONG_TEXT = 4096;
const LONGEST_UNIT = 512;

/** Puts `{$repeat, times, then}` in the place of every long text that repeats one short unit. */
export function shorten(value: Json): Json {
  if (typeof value === 'string') return value.length < LONG_TEXT ? value : shortenText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(shorten);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]));
}

function shortenText(text: string): Json {
  for (let length = 1; length <= LONGEST_UNIT; length++) {
    const unit = text.slice(0, length);
    if (!text.startsWith(unit, length)) continue;
    const times = Math.floor(text.length / length);
    const then = text.slice(times * length);
    if (unit.startsWith(then) && unit.repeat(times) + then === text) return { $repeat: unit, times, then };
  }
  return text;
}

function expand(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(expand);
  const members = value as { readonly [key: string]: Json };
  if (typeof members.$repeat === 'string' && typeof members.times === 'number')
    return members.$repeat.repeat(members.times) + (members.then as string);
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, expand(member)]));
}
