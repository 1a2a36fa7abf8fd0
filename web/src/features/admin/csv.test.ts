import { checkRandomProducts } from '@savepoint/model/arbitrary-product';
import type { Product } from '@savepoint/model/product';
import { CSV_COLUMNS, formatProductCells } from '@savepoint/model/product-csv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCsv, formatProducts, parseCells, parseProductRows } from './csv.ts';

const quoteAll = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

describe('decodeCsv', () => {
  const TEXT = 'name\nÅngström Tee';

  test('reads UTF-8 with and without a byte order mark, and the UTF-16 of "Unicode Text"', () => {
    const utf16 = new Uint8Array(new Uint16Array([...`\uFEFF${TEXT}`].map((c) => c.charCodeAt(0))).buffer);
    const utf8 = new TextEncoder();
    for (const bytes of [utf8.encode(TEXT), utf8.encode(`\uFEFF${TEXT}`), utf16])
      expect(decodeCsv(bytes)).toBe(TEXT);
    const bigEndian = utf16.map((_, index) => utf16[index ^ 1] as number);
    expect(decodeCsv(bigEndian)).toBe(TEXT);
  });

  test("rejects another computer's encoding instead of guessing letters", () => {
    const windows1252 = Uint8Array.from(TEXT, (character) => character.charCodeAt(0));
    expect(() => decodeCsv(windows1252)).toThrow(/not UTF-8.*CSV UTF-8/);
  });

  test('rejects a file with lost letters, and names the line', () => {
    const bytes = new TextEncoder().encode('name\nArc\uFFFDde Tee');
    expect(() => decodeCsv(bytes)).toThrow(/Line 2/);
  });
});

describe('parseCells', () => {
  test('reads back every cell that was quoted and drops blank rows', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, (given) => {
        const filled = given.filter((row) => row.some((value) => value.trim() !== ''));
        expect(parseCells(quoteAll(given))).toEqual(filled);
      }),
    );
  });

  test('accepts a byte order mark, CRLF and a missing last line break', () => {
    expect(parseCells('\uFEFFa,b\r\n1,"x\r\ny"')).toEqual([
      ['a', 'b'],
      ['1', 'x\r\ny'],
    ]);
  });

  test.each([';', '\t'])('detects %j as the delimiter from the header row', (delimiter) => {
    expect(parseCells(`name${delimiter}price\nTee, red${delimiter}45`)).toEqual([
      ['name', 'price'],
      ['Tee, red', '45'],
    ]);
  });

  test.each([';', ',', '\t', '|'])('takes %j for the delimiter when a line sep= says so', (delimiter) => {
    expect(parseCells(`\uFEFFsep=${delimiter}\r\nname${delimiter}price\r\nTee${delimiter}45`)).toEqual([
      ['name', 'price'],
      ['Tee', '45'],
    ]);
  });

  test('names the line of a quote inside a quoted cell', () => {
    expect(() => parseCells('a,b\n"x"y,z')).toThrow(/Line 2 .*Write it twice/);
  });

  test('throws when a quoted cell is not closed', () => {
    expect(() => parseCells('a\n"b')).toThrow(/closing " is missing/);
  });
});

describe('parseProductRows', () => {
  test.each([
    ['', /empty/],
    ['name,colour\nTee,red', /Unknown: colour/],
    ['price\n45', /'name' is missing/],
    ['name,name\na,b', /twice/],
    ['name,price', /no rows/],
    ['name\nTee,45', /Row 1 has 2 cells/],
  ])('rejects the file %j with a message that says why', (text, message) => {
    expect(() => parseProductRows(text)).toThrow(message);
  });
});

const product: Product = {
  id: 'boss-tee',
  name: 'Boss "Rush" Tee',
  price: 45,
  image: '/art/boss-tee.webp',
  category: 'apparel',
  rating: 4.5,
  reviews: 2,
  inStock: true,
  featured: false,
  description: 'Line one\nline two, with a comma',
  features: ['Soft', 'Loud'],
  specifications: { Material: '100% cotton', Fit: 'Regular' },
  images: ['/art/boss-tee.webp'],
  variants: [
    { size: 'S', stock: 3 },
    { size: 'M', stock: 0 },
  ],
  updatedAt: '2026-11-01T12:00:00.000Z',
};

describe('formatProducts', () => {
  test('keeps the cells of random products as parseProductRows reads them', () => {
    checkRandomProducts((given) => {
      const cells = formatProductCells(given);
      expect(parseProductRows(formatProducts([given, product]))[0]).toEqual(
        Object.fromEntries(CSV_COLUMNS.map((column, index) => [column, cells[index]])),
      );
    });
  });

  test('writes every column, and parseProductRows reads the cells back', () => {
    const [row] = parseProductRows(formatProducts([product]));
    expect(Object.keys(row ?? {})).toEqual([...CSV_COLUMNS]);
    expect(row).toMatchObject({
      name: 'Boss "Rush" Tee',
      price: '45.00',
      description: 'Line one\nline two, with a comma',
      features: 'Soft|Loud',
      specifications: 'Material: 100% cotton|Fit: Regular',
      variants: 'S:3|M:0',
      status: 'active',
      version: '2026-11-01T12:00:00.000Z',
    });
  });

  test.each(['=HYPERLINK("http://x")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', "'=1"])(
    'escapes a description of %j, which a spreadsheet would run',
    (description) => {
      const [row] = parseProductRows(formatProducts([{ ...product, description }]));
      expect(row?.description).toBe(`'${description}`);
    },
  );
});
