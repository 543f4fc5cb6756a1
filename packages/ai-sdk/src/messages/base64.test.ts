import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toBase64 } from './base64.ts';
import { fromPrompt, toPlainJson } from './index.ts';

describe('bytes', () => {
  it.each([0, 1, 2, 3, 4, 24_575, 24_576, 24_577, 100_000])('%i of them are base64', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });

  it('are written where there is no node', () => {
    vi.stubGlobal('Buffer', undefined);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const bytes = Uint8Array.of(0, 255, 16);
    const file = { type: 'file', mediaType: 'image/png', data: bytes };
    expect(fromPrompt([{ role: 'user', content: [file] }])[0]?.parts).toMatchObject([{ data: 'AP8Q' }]);
    expect(toPlainJson({ bytes })).toEqual({ bytes: 'AP8Q' });
  });
});
