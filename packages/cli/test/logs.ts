/** Logs made for a test: as long and as branched as it asks. */
import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * A Claude Code log in which the main line and two workers take turns and the person goes back now and then, so that
 * an import writes often: every change of lane or branch is an append of its own.
 */
export function branchedLog(lines: number): string {
  const said: string[] = [];
  const last = new Map<string, string[]>();
  for (let index = 0; index < lines; index++) {
    const agent = [undefined, undefined, 'worker-a', undefined, 'worker-b'][index % 5];
    const line = last.get(agent ?? '') ?? [];
    // Goes back by four lines of its own.
    const goesBack = agent === undefined && index % 30 === 20;
    said.push(talkLine(index, line.at(goesBack ? -5 : -1) ?? null, agent));
    last.set(agent ?? '', [...line, idOf(index)]);
  }
  return said.join('');
}

/** A Claude Code log of about that length, one line of conversation. Written piece by piece. */
export function writeLongLog(path: string, lengthBytes: number): void {
  writePieces(path, lengthBytes, (index) =>
    talkLine(index, index === 0 ? null : idOf(index - 1), undefined, FILLER),
  );
}

/** The same as one document of chat messages, on one line. */
export function writeLongDocument(path: string, lengthBytes: number): void {
  const piece = (index: number): string =>
    `${index === 0 ? '{"messages":[' : ','}${JSON.stringify(messageOf(index, FILLER))}`;
  writePieces(path, lengthBytes, piece, ']}\n');
}

const FILLER = 'lorem ipsum '.repeat(1600);

function writePieces(path: string, lengthBytes: number, piece: (index: number) => string, end = ''): void {
  const file = openSync(path, 'w');
  let written = 0;
  for (let index = 0; written < lengthBytes; index++) written += writeSync(file, piece(index));
  writeSync(file, end);
  closeSync(file);
}

function talkLine(index: number, parent: string | null, agent?: string, filler = ''): string {
  const message = messageOf(index, filler);
  return `${JSON.stringify({
    parentUuid: parent,
    uuid: idOf(index),
    sessionId: 'made-up',
    type: message.role,
    timestamp: '2026-01-01T00:00:00.000Z',
    ...(agent === undefined ? {} : { isSidechain: true, agentId: agent }),
    message: { ...message, ...(message.role === 'assistant' ? { id: `m${index}` } : {}) },
  })}\n`;
}

function messageOf(index: number, filler: string): { readonly role: string; readonly content: string } {
  return { role: index % 2 ? 'assistant' : 'user', content: `text ${index} ${filler}` };
}

function idOf(index: number): string {
  return `line-${index}`;
}
