/** A moment that several processes share: each says that it is ready, and goes on when a file appears. */
import { existsSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const EVERY_MS = 2;

/** @param file absent: nobody waits for anybody */
export async function ready(file?: string): Promise<void> {
  writeSync(1, 'ready\n');
  while (file !== undefined && !existsSync(file)) await setTimeout(EVERY_MS);
}
