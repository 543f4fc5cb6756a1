/** Which kind of image base64 text holds, by its first bytes: the SDK tells the model that, whatever the application wrote. */

const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^GIF8[79]a/, 'image/gif'],
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8/, 'image/jpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^BM.{4}\0{4}/s, 'image/bmp'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^\0{3}.ftypavif/s, 'image/avif'],
  [/^\0{3}.ftypheic/s, 'image/heic'],
];

/** Undefined for what begins as no image that is known. */
export function imageTypeOf(base64: string): string | undefined {
  const front = base64.slice(0, 16);
  if (!BASE64.test(front)) return undefined;
  const bytes = atob(front);
  return BEGINNINGS.find(([beginning]) => beginning.test(bytes))?.[1];
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$/;
