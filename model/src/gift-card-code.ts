// Codes of gift cards: 80 random bits in Crockford's base 32, which omits I, L, O and U to avoid
// typos. Example: 7K2M-9QXA-40TB-ZR8D.
import * as z from 'zod/mini';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** One random byte per character. */
const GIFT_CARD_CODE_LENGTH = 16;

/** Encodes random bytes as a code. */
export function giftCardCode(random: Uint8Array): string {
  const characters = Array.from(
    random.subarray(0, GIFT_CARD_CODE_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
  return characters.match(/.{4}/g)?.join('-') ?? '';
}

/** Normalizes a code for storage and comparison: case, spaces and lookalikes do not matter. */
export function normalizeGiftCardCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** A code in any spelling. */
export const GiftCardCodeSchema = z
  .string()
  .check(z.maxLength(60), z.overwrite(normalizeGiftCardCode), z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/));
