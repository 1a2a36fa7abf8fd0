// Owns comma-separated values (RFC 4180) and the shop's columns in them. The server judges the cells; here a file is only
// split and made.
import type { Product } from '@savepoint/model/product';

/** The columns importProducts knows, in the order of an export. */
export const CSV_COLUMNS = [
  'id',
  'name',
  'price',
  'wasPrice',
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

/** The cells of a file. Quotes, line breaks in cells, CRLF and a byte order mark are understood. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((value) => value !== '')) rows.push(row);
    row = [];
  };
  const source = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (quoted) {
      if (char === '"' && source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (char === '"') quoted = false;
      else cell += char;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === ',') endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (quoted) throw new Error('The file ends inside a quoted cell. A closing " is missing.');
  if (cell !== '' || row.length > 0) endRow();
  return rows;
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

function quote(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function toCells(product: Product): string[] {
  const cells: Record<(typeof CSV_COLUMNS)[number], string> = {
    id: product.id,
    name: product.name,
    price: product.price.toFixed(2),
    wasPrice: product.wasPrice?.toFixed(2) ?? '',
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

/** A file that importProducts reads back without a change. */
export function formatProducts(products: readonly Product[]): string {
  return [[...CSV_COLUMNS], ...products.map(toCells)].map((cells) => cells.map(quote).join(',')).join('\r\n');
}
