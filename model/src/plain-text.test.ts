import { expect, it } from 'vitest';
import { toPlainLine, toPlainText } from './plain-text.ts';

it.each([
  ['a\r\nb\rc\u2028d\u2029e\x85f\vg\fh', 'a\nb\nc\nd\ne\nf\ng\nh'],
  ['a\tb', 'a\tb'],
  ['\0a\x1b[31mb\x7fc\x9bd', 'a[31mbcd'],
  ['a\u202Eb\u202C \u2066c\u2069', 'ab c'],
  ['שלום\u200F! 👩‍👧 e\u0301', 'שלום\u200F! 👩‍👧 e\u0301'],
])('toPlainText(%j) is %j', (text, plain) => {
  expect(toPlainText(text)).toBe(plain);
});

it('toPlainLine puts a space for each line break and tab', () => {
  expect(toPlainLine('1 Way\r\nFlat\t2\0')).toBe('1 Way Flat 2');
});
