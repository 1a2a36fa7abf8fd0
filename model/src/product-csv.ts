// The CSV format of products, which the admin page exports and importProducts imports. A file is one header row of column names
// and one row per product; splitting a file into cells is the caller's part.
import { SIZE_MAX_LENGTH } from './limits.ts';
import type { Product, Variant } from './product.ts';

/** The columns, in the order of an export. */
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
  'version',
] as const;
type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Columns whose cells must not be empty. `variants` may be: the row then keeps the product's sizes and stock. */
export const REQUIRED_CSV_COLUMNS = ['name', 'price', 'image', 'category'] as const;

/** The cells of one product by column name; a missing column is an empty cell. */
export type CsvRow = Readonly<Record<string, string>>;

export function isCsvColumn(name: string): name is CsvColumn {
  return (CSV_COLUMNS as readonly string[]).includes(name);
}

/**
 * What a spreadsheet takes for a formula (OWASP, "CSV Injection"), with the apostrophes of earlier escapes in front, so that an
 * escaped cell is escaped once more and unescaping restores it.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
/** As FORMULA, but a negative number is data. */
const UNESCAPED_FORMULA = /^[=+@\t\r]|^-(?![\d.])/;

/** A cell that a spreadsheet shows instead of running: a formula gets an apostrophe in front. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The inverse of {@link escapeFormula}. An apostrophe before anything but a formula is part of the text. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Whether a spreadsheet would run the cell as it is. */
export function isFormula(cell: string): boolean {
  return UNESCAPED_FORMULA.test(cell);
}

const LIST_SEPARATOR = '|';

/** The trimmed entries of a cell, without empty ones: 'Soft| Loud' is ['Soft', 'Loud']. */
export function parseList(cell: string): string[] {
  return cell
    .split(LIST_SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function formatList(entries: readonly string[]): string {
  return entries.join(LIST_SEPARATOR);
}

/** 'Material: Cotton|Care: 30°: cold' as a record. A label ends at the first colon. */
export function parseSpecifications(cell: string): Record<string, string> {
  return Object.fromEntries(
    parseList(cell).map((entry) => {
      const [label = '', ...text] = entry.split(':');
      return [label.trim(), text.join(':').trim()];
    }),
  );
}

function formatSpecifications(specifications: Readonly<Record<string, string>>): string {
  return formatList(Object.entries(specifications).map(([label, text]) => `${label}: ${text}`));
}

const VARIANT = new RegExp(`^(?:([^:]{1,${SIZE_MAX_LENGTH}}?)\\s*:\\s*)?(\\d{1,7})$`);

/** 'S:10|M:20' as variants, '10' as the one variant of an unsized product; undefined when the cell is neither. */
export function parseVariants(cell: string): Pick<Variant, 'size' | 'stock'>[] | undefined {
  const entries = parseList(cell).map((entry) => VARIANT.exec(entry));
  if (entries.length === 0) return undefined;
  const variants: Pick<Variant, 'size' | 'stock'>[] = [];
  for (const entry of entries) {
    if (entry === null) return undefined;
    const [, size, stock] = entry;
    variants.push({ ...(size ? { size } : {}), stock: Number(stock) });
  }
  return variants;
}

function formatVariants(variants: readonly Variant[]): string {
  return formatList(
    variants.map(({ size, stock }) => (size === undefined ? String(stock) : `${size}:${stock}`)),
  );
}

/** Whether a cell is a price in dollars: digits, with at most two decimals. */
export function isPrice(cell: string): boolean {
  return /^\d+(\.\d{1,2})?$/.test(cell.trim());
}

function formatPrice(dollars: number | undefined): string {
  return dollars?.toFixed(2) ?? '';
}

/** Whether a cell says yes: 'true', 'yes' or '1', in either case. */
function parseFlag(cell: string): boolean {
  return /^(true|yes|1)$/i.test(cell);
}

/**
 * The version of the product that a row was exported with: the `updatedAt` of the product. Empty for a product that has not been
 * changed since it was created, and in rows that were not exported.
 */
export function parseVersion(row: CsvRow): string {
  return (row.version ?? '').trim();
}

/**
 * The product that a row describes, not validated yet: the caller parses it with ProductDraftSchema. An empty `images` is the one
 * image, an empty `status` is 'draft', an empty `compareAtPrice` is no sale, and without `variants` the product keeps its own.
 */
export function parseProductCells(row: CsvRow): Record<string, unknown> {
  const cell = (column: CsvColumn) => unescapeFormula(row[column] ?? '').trim();
  return {
    name: cell('name'),
    price: Number(cell('price')),
    ...(cell('compareAtPrice') === '' ? {} : { compareAtPrice: Number(cell('compareAtPrice')) }),
    image: cell('image'),
    images: cell('images') === '' ? [cell('image')] : parseList(cell('images')),
    category: cell('category'),
    description: cell('description'),
    features: parseList(cell('features')),
    specifications: parseSpecifications(cell('specifications')),
    ...(cell('variants') === '' ? {} : { variants: parseVariants(row.variants ?? '') }),
    featured: parseFlag(cell('featured')),
    status: cell('status') === '' ? 'draft' : cell('status'),
  };
}

/** The cells of a product, formulas escaped, in the order of {@link CSV_COLUMNS}. */
export function formatProductCells(product: Product): string[] {
  const cells: Record<CsvColumn, string> = {
    id: product.id,
    name: product.name,
    price: formatPrice(product.price),
    compareAtPrice: formatPrice(product.compareAtPrice),
    image: product.image,
    images: formatList(product.images),
    category: product.category,
    description: product.description,
    features: formatList(product.features),
    specifications: formatSpecifications(product.specifications),
    variants: formatVariants(product.variants),
    featured: String(product.featured),
    status: product.status ?? 'active',
    version: product.updatedAt ?? '',
  };
  return CSV_COLUMNS.map((column) => escapeFormula(cells[column]));
}
