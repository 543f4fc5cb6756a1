/**
 * How many tokens a view has (F1, model §6): what the provider reported, plus what has been added since at a rate
 * learnt from its reports. No tokenizer.
 *
 *   tokens = floor + characters ÷ charactersPerToken + images
 *
 * The floor (system text, tool definitions: what folding cannot shrink) is learnt with the rate. Pure.
 */
import type { Size } from './size.ts';

/** One report of a provider, with the size of the view that it speaks of. */
export interface Report {
  readonly model: string;
  /** Tokens of the whole request, cached ones included. */
  readonly input: number;
  /** Of the view without its header. */
  readonly size: Size;
  readonly view: string;
  /** Window that the view was made for. */
  readonly window?: number;
}

export interface Calibration {
  readonly charactersPerToken: number;
  /** Tokens of header and tools; null before the first report. */
  readonly floor: number | null;
  readonly last: Report | null;
  /** The report that the rate is learnt from by the difference to a later one: much text must lie between them. */
  readonly anchor: Report | null;
}

/** Characters per token that a first report is read by; before it, with 10 % on top because nobody knows yet. */
const FIRST_RATE = 3.3;
const UNSURE_RATE = 3;
export const LEAST_RATE = 1.5;
const MOST_RATE = 8;
/** An image, until a provider reports otherwise. */
const IMAGE_TOKENS = 1_300;
/** Two reports differ by enough text to learn from. */
const ENOUGH_CHARACTERS = 2_000;
/** Share of the window that a floor is believed to take at the most. */
const MOST_FLOOR = 0.5;
/** How far one difference moves the rate. */
const WEIGHT = 0.5;

export const UNCALIBRATED: Calibration = {
  charactersPerToken: UNSURE_RATE,
  floor: null,
  last: null,
  anchor: null,
};

/** Tokens of so much text. */
export function tokensOf(calibration: Calibration, { characters, images }: Size): number {
  return Math.ceil(characters / calibration.charactersPerToken) + images * IMAGE_TOKENS;
}

/** Tokens of header and tools, of which the header is known. */
export function floorOf(calibration: Calibration, header: Size): number {
  return Math.max(calibration.floor ?? 0, tokensOf(calibration, header));
}

export function estimate(calibration: Calibration, header: Size, rest: Size): number {
  return floorOf(calibration, header) + tokensOf(calibration, rest);
}

export interface Learnt {
  readonly calibration: Calibration;
  /** The report cannot be true for an unchanged view, and changed nothing. */
  readonly ignored: boolean;
}

/** @param header size of the view's header, which is part of the floor */
export function learn(calibration: Calibration, report: Report, header: Size): Learnt {
  const known = calibration.last?.model === report.model ? calibration : UNCALIBRATED;
  const expected = estimate(known, header, report.size);
  const same = known.last?.view === report.view;
  const sound =
    [report.input, report.size.characters, report.size.images].every(isAmount) && report.input > 0;
  if (!sound || (same && report.input < expected / 2)) return { calibration, ignored: true };
  const { rate, anchor } = rateFrom(known, report);
  const floor = Math.max(0, report.input - tokensOf({ ...known, charactersPerToken: rate }, report.size));
  // Less was reported than the text alone would have at this rate: the text is cheaper than was thought. Where images
  // are, it may be they.
  const cheaper = floor === 0 && report.size.images === 0;
  const charactersPerToken = cheaper ? clamped(report.size.characters / report.input) : rate;
  // Usage of several calls summed up looks like an enormous floor: no report may leave a session without room.
  const most = MOST_FLOOR * (report.window ?? Number.POSITIVE_INFINITY);
  return {
    calibration: { charactersPerToken, floor: Math.min(floor, most), last: report, anchor },
    ignored: false,
  };
}

/** The rate moves by what two reports of one model differ in. */
function rateFrom(
  { charactersPerToken, anchor }: Calibration,
  report: Report,
): { readonly rate: number; readonly anchor: Report } {
  if (!anchor) return { rate: FIRST_RATE, anchor: report };
  const characters = report.size.characters - anchor.size.characters;
  if (Math.abs(characters) < ENOUGH_CHARACTERS) return { rate: charactersPerToken, anchor };
  const images = (report.size.images - anchor.size.images) * IMAGE_TOKENS;
  const tokens = report.input - anchor.input - images;
  if (tokens === 0 || characters / tokens <= 0) return { rate: charactersPerToken, anchor: report };
  const seen = clamped(characters / tokens);
  return { rate: charactersPerToken + WEIGHT * (seen - charactersPerToken), anchor: report };
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function clamped(rate: number): number {
  return Math.min(MOST_RATE, Math.max(LEAST_RATE, rate));
}
