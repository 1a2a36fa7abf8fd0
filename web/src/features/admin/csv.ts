// Owns the shop's columns in comma-separated values. The server judges the cells; here a file is only split and made.
import type { Product } from '@savepoint/model/product';
import Papa from 'papaparse';

/** The columns importProducts knows, in the order of an export. */
export const CSV_COLUMNS = [
  'id',
  'name',
  'price',
  'compareAtPrice',
  'image',
  'images',
  'category',
  'description',
  'features',
  'specifications',
  'variants',
  'featured',
  'status',
] as const;

/** Larger files are refused before they are read. */
export const CSV_BYTES_MAX = 5_000_000;

/** Column names hold none of these, so the first line tells which one a spreadsheet wrote. */
const DELIMITERS = [',', ';', '\t'];
/** What a spreadsheet would run as a formula, and what was defused before. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** The cells of a file, rows without any left out. Throws, in words for people, when its quotes do not close. */
export function parseCells(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1);
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: DELIMITERS.find((delimiter) => firstLine.includes(delimiter)) ?? ',',
    skipEmptyLines: 'greedy',
  });
  const [fault] = errors;
  if (fault?.code === 'MissingQuotes')
    throw new Error('The file ends inside a quoted cell. A closing " is missing.');
  if (fault !== undefined)
    throw new Error(
      `Line ${(fault.row ?? 0) + 1} of the file has a " in the middle of a quoted cell. Write it twice: "".`,
    );
  return data;
}

/** The rows of a product file by column name. Throws, in words for people, when the header is not one. */
export function parseProductRows(text: string): Record<string, string>[] {
  const [header, ...rows] = parseCells(text);
  if (header === undefined) throw new Error('The file is empty.');
  const names = header.map((name) => name.trim());
  const unknown = names.filter((name) => !(CSV_COLUMNS as readonly string[]).includes(name));
  if (unknown.length > 0 || !names.includes('name')) {
    throw new Error(
      `The first row must name the columns: ${CSV_COLUMNS.join(', ')}. ${
        unknown.length > 0 ? `Not known: ${unknown.join(', ')}.` : "'name' is missing."
      }`,
    );
  }
  if (new Set(names).size !== names.length) throw new Error('A column is named twice.');
  if (rows.length === 0) throw new Error('The file has a header but no rows.');
  return rows.map((cells, index) => {
    if (cells.length > names.length) {
      throw new Error(`Row ${index + 1} has ${cells.length} cells, but there are ${names.length} columns.`);
    }
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
}

function toCells(product: Product): string[] {
  const cells: Record<(typeof CSV_COLUMNS)[number], string> = {
    id: product.id,
    name: product.name,
    price: product.price.toFixed(2),
    compareAtPrice: product.compareAtPrice?.toFixed(2) ?? '',
    image: product.image,
    images: product.images.join('|'),
    category: product.category,
    description: product.description,
    features: product.features.join('|'),
    specifications: Object.entries(product.specifications)
      .map(([label, text]) => `${label}: ${text}`)
      .join('|'),
    variants: product.variants
      .map(({ size, stock }) => (size === undefined ? String(stock) : `${size}:${stock}`))
      .join('|'),
    featured: String(product.featured),
    status: product.status ?? 'active',
  };
  return CSV_COLUMNS.map((column) => cells[column]);
}

/**
 * A file that importProducts reads back without a change. A cell that a spreadsheet would run gets a ' in front, which
 * importProducts takes off again.
 */
export function formatProducts(products: readonly Product[]): string {
  return Papa.unparse([[...CSV_COLUMNS], ...products.map(toCells)], { escapeFormulae: FORMULA });
}
