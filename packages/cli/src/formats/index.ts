/** The log formats that can be imported, and which of them a file is. */
import { aiSdk, aiSdkLines } from './ai-sdk.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { DocumentFormat, LineFormat } from './format.ts';
import { openaiChat } from './openai-chat.ts';
import { pi } from './pi.ts';

/** In the order in which they are asked: the most particular first. */
export const formats: readonly (LineFormat | DocumentFormat)[] = [
  codex,
  claudeCode,
  pi,
  aiSdkLines,
  aiSdk,
  openaiChat,
];

/** The format of a file by its first values: some parsed lines, or (part of) the one document. */
export function detectFormat(head: readonly unknown[]): LineFormat | DocumentFormat | undefined {
  return formats.find((format) => format.detect(head));
}
