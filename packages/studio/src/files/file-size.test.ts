import { expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [1_240_000, '1.2 MB'],
  [35_000_000, '35 MB'],
  [2_000_000_000_000, '2000 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
