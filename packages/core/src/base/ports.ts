/** What core needs from outside: the time and random bytes. Nothing else in core reads either. */

/** Milliseconds since the epoch, or undefined where no time shall be recorded (imports of old logs). */
export type Clock = () => number | undefined;

/** Fills a new array of that many bytes from a cryptographic source. */
export type Random = (lengthBytes: number) => Uint8Array;

export const systemClock: Clock = () => Date.now();

/** A clock that knows no time: entries carry only the time their message brought along. */
export const noClock: Clock = () => undefined;

export const systemRandom: Random = (lengthBytes) => crypto.getRandomValues(new Uint8Array(lengthBytes));
