import { describe, expect, it } from 'vitest';
import { printableLine, printableLines } from './printable.ts';

describe('printableLine', () => {
  it('drops colors, keeps the width of tabs, and escapes what else a terminal interprets', () => {
    const line = '\u001b[36mi  functions: Finished\u001b[0m\tin 9ms\u001b]52;c;x\u0007\u009b2J\u2028';
    expect(printableLine(line)).toBe('i  functions: Finished    in 9ms\\u001b]52;c;x\\u0007\\u009b2J\\u2028');
  });
});

describe('printableLines', () => {
  it('indents what follows the first line, so that it does not pass for a line of its own', () => {
    expect(printableLines('Error: no\n12:00:00  INFO  clock  paid\u001b[2J')).toBe(
      'Error: no\n    12:00:00  INFO  clock  paid\\u001b[2J',
    );
  });
});
