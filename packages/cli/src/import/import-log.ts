/** Importing one log: read, place, record; count what was damaged or unknown. */
import { type Daybook, DaybookError, type Json, type Scope } from '@daybook/core';
import type { LogItem, LogReader } from '../formats/format.ts';
import { placeItems } from '../formats/place.ts';
import { ListRecorder } from './list-recorder.ts';
import { LogRecorder } from './log-recorder.ts';
import { type Log, type LogValue, openLog } from './open-log.ts';

export interface ImportOptions {
  readonly tenant: string;
  readonly session?: string | undefined;
  readonly lane: string;
  /** Stop at the first damaged line. */
  readonly strict: boolean;
  readonly onProgress?: (doneBytes: number, lengthBytes: number) => void;
}

export interface Warning {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

export interface Imported {
  readonly format: string;
  readonly scope: Scope;
  readonly appended: number;
  readonly warnings: readonly Warning[];
}

/** @throws DaybookError `not-found`, `unsupported`, `invalid-input` for a damaged line under `strict`, and what recording throws */
export async function importLog(daybook: Daybook, file: string, options: ImportOptions): Promise<Imported> {
  const log = await openLog(file);
  return log.format === 'daybook' ? restoreExport(daybook, log, options) : recordLog(daybook, log, options);
}

async function recordLog(daybook: Daybook, log: Log, options: ImportOptions): Promise<Imported> {
  const format = log.format as Exclude<Log['format'], 'daybook'>;
  const key = { tenant: options.tenant, session: options.session ?? log.session };
  const Recorder = format.holds === 'list' ? ListRecorder : LogRecorder;
  const recorder = new Recorder(daybook, key, options.lane);
  const warnings: Warning[] = [];
  const read: LogReader = format.reader();
  const placeOf = placeItems();
  let doneBytes = 0;
  const take = async (item: LogItem, lengthBytes: number): Promise<void> => {
    if (item.type === 'warning') warnings.push({ line: item.line, code: item.code, detail: item.detail });
    const place = placeOf(item);
    if (!place) return;
    if (place.repeated)
      warnings.push({ line: item.line, code: 'repeated-line', detail: 'a line with this id stands above' });
    else if (item.type === 'message') await recorder.add(place, { message: item.message }, lengthBytes);
    else if (item.type === 'usage') await recorder.add(place, { usage: item.usage }, lengthBytes);
  };
  for await (const value of sound(log.values(), options.strict, warnings, () => recorder.flush())) {
    for (const item of read(value.value, value.line)) await take(item, value.endBytes - doneBytes);
    doneBytes = value.endBytes;
    options.onProgress?.(doneBytes, log.lengthBytes);
  }
  for (const item of read.waiting?.() ?? []) await take(item, 0);
  await recorder.flush();
  if (recorder.apart !== undefined)
    warnings.push(
      anotherConversation(key.session, `${format.holds === 'list' ? 'lane' : 'branch'} ${recorder.apart}`),
    );
  const { lane, branch } = recorder.current ?? nothing(log);
  return { format: format.name, scope: { ...key, lane, branch }, appended: recorder.appended, warnings };
}

async function restoreExport(daybook: Daybook, log: Log, options: ImportOptions): Promise<Imported> {
  const warnings: Warning[] = [];
  async function* values(): AsyncGenerator<Json> {
    for await (const { value, endBytes } of sound(log.values(), true, warnings, async () => {})) {
      yield value;
      options.onProgress?.(endBytes, log.lengthBytes);
    }
  }
  if (options.session !== undefined)
    throw new DaybookError('invalid-input', 'an exact export names its own session; leave --session out');
  const { key, appended } = await daybook.restore(values());
  return { format: 'daybook', scope: await daybook.session(key).scope(), appended, warnings };
}

/** Values that could be read. A damaged line is a warning, or under `strict` the end: what stood before it is kept. */
async function* sound(
  values: AsyncGenerator<LogValue>,
  strict: boolean,
  warnings: Warning[],
  keep: () => Promise<void>,
): AsyncGenerator<Extract<LogValue, { type: 'value' }>> {
  for await (const value of values) {
    if (value.type === 'value') {
      yield value;
      continue;
    }
    const { line, detail } = value;
    if (value.type === 'damaged' && strict) {
      await keep();
      throw new DaybookError('invalid-input', `line ${line} is damaged: ${detail}`, { details: { line } });
    }
    warnings.push({ line, code: value.type === 'damaged' ? 'damaged-line' : 'unfinished-line', detail });
  }
}

/** @param where branch or lane that it got */
function anotherConversation(session: string, where: string): Warning {
  const detail = `session ${session} holds another conversation; this one became its ${where}. --session NAME keeps them apart`;
  return { line: 1, code: 'another-conversation', detail };
}

function nothing(log: Log): never {
  throw new DaybookError('invalid-input', `the log holds no message (${log.lengthBytes} bytes)`);
}
