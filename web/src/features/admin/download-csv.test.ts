// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { downloadCsv } from './download-csv.ts';

afterEach(() => vi.restoreAllMocks());

it('a downloaded CSV file begins with a byte order mark, without which Excel misreads its letters', async () => {
  const blobs: Blob[] = [];
  // jsdom has neither.
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  downloadCsv('products.csv', [['name'], ['Shädow Tee']]);
  const bytes = new Uint8Array(await (blobs[0] as Blob).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('name\r\nShädow Tee');
});
