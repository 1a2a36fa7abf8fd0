import { expect, it } from 'vitest';
import { wrap } from './report.ts';

it('wrap breaks a paragraph at 100 characters and indents the following lines', () => {
  const long = 'a'.repeat(49);
  expect(wrap(`${long}x ${long} bb`, '  ')).toBe(`${long}x ${long}\n  bb`);
  expect(wrap('short', '  ')).toBe('short');
});
