import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GiftCardCodeSchema, giftCardCode } from './gift-card-code.ts';

describe('a gift card code', () => {
  it('is parsed from any bytes in any spelling as the same 16 characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const code = giftCardCode(bytes);
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
        const stored = code.replaceAll('-', '');
        const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
        expect(GiftCardCodeSchema.parse(code)).toBe(stored);
        expect(GiftCardCodeSchema.parse(typed)).toBe(stored);
      }),
    );
  });

  it.each(['', 'SHORT', '7K2M-9QXA-40TB-ZR8', '7K2M-9QXA-40TB-ZR8U'])('is not %j', (typed) => {
    expect(GiftCardCodeSchema.safeParse(typed).success).toBe(false);
  });
});
