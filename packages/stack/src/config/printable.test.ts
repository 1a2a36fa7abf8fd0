import { describe, expect, it } from 'vitest';
import { printableLine, printableLines } from './printable.ts';

describe('printableLine', () => {
  it('drops colors, keeps the width of tabs, and escapes all other control characters', () => {
    const line = '\u001b[36mi  functions: Finished\u001b[0m\tin 9ms\u001b]52;c;x\u0007\u009b2J\u2028';
    expect(printableLine(line)).toBe('i  functions: Finished    in 9ms\\u001b]52;c;x\\u0007\\u009b2J\\u2028');
  });
});

describe('printableLines', () => {
  it('indents all lines but the first, so none looks like a separate message', () => {
    expect(printableLines('Error: no\n12:00:00  INFO  clock  paid\u001b[2J')).toBe(
      'Error: no\n    12:00:00  INFO  clock  paid\\u001b[2J',
    );
  });
});
