import { describe, expect, it } from 'vitest';
import { printable, printableError } from './printable.ts';

describe('printable', () => {
  it('escapes all C0 and C1 controls, DEL and line separators, and nothing else', () => {
    const codes = Array.from({ length: 0x10000 }, (_, code) => code);
    const escaped = codes.filter((code) => {
      const character = String.fromCharCode(code);
      return printable(character) !== character;
    });
    const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0);
    expect(escaped).toEqual([...codes.filter(isControl), 0x2028, 0x2029]);
    expect(printable('\u0007\u2028')).toBe('\\u0007\\u2028');
  });

  it('does not change the value of JSON', () => {
    const value = { text: '\u001b]52;c;\u0007\n\u009b\u2028 "é😀"' };
    const text = printable(JSON.stringify(value));
    expect(text).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('printableError', () => {
  it('is the message as one line, and the stack below', () => {
    const [first, second] = printableError(new TypeError('no\nstripe  POST /paid 200')).split('\n');
    expect(first).toBe('TypeError: no\\u000astripe  POST /paid 200');
    expect(second).toMatch(/^ {4}at .*printable\.test\.ts/);
  });

  it('converts other values to text', () => {
    expect(printableError('a\u001bb')).toBe('a\\u001bb');
  });
});
