/** How many pins stand, and how they are shown. */
import type { Shown, ShownPin } from './show-pins.ts';

export interface PinCount {
  readonly total: number;
  /** Byte-identical to the entry they pin. */
  readonly intact: number;
  readonly shown: number;
  readonly shortened: number;
  readonly indexed: number;
  readonly repeated: number;
  readonly retired: number;
}

export function pinCountOf(pins: readonly ShownPin[]): PinCount {
  const count = (how: Shown): number => pins.filter(({ shown }) => shown === how).length;
  return {
    total: pins.length,
    intact: pins.length - count('erased'),
    shown: count('full'),
    shortened: count('shortened'),
    indexed: count('indexed'),
    repeated: count('repeated'),
    retired: count('retired'),
  };
}

/** `pins 7/7 intact (4 shown, 1 shortened, 2 indexed)` */
export function pinsLine({ total, intact, shown, shortened, indexed, repeated, retired }: PinCount): string {
  const ways = [
    `${shown} shown`,
    shortened > 0 ? `${shortened} shortened` : '',
    indexed > 0 ? `${indexed} indexed` : '',
    repeated > 0 ? `${repeated} said again` : '',
    retired > 0 ? `${retired} retired` : '',
  ];
  return `pins ${intact}/${total} intact (${ways.filter((way) => way !== '').join(', ')})`;
}
