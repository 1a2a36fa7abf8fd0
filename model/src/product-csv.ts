// The CSV format of products, which the admin page exports and importProducts imports. A file has a
// header row of column names and one row per product; the caller splits it into cells. It contains
// everything that staff write about a product: an import restores an export.
import { SIZE_MAX_LENGTH } from './limits.ts';
import type { Product, Variant } from './product.ts';
import { findVariant } from './variants.ts';

/** The columns, in the order of an export. */
export const CSV_COLUMNS = [
  'id',
  'name',
  'price',
  'compareAtPrice',
  'image',
  'images',
  'imageAlts',
  'category',
  'description',
  'features',
  'specifications',
  'variants',
  'variantPrices',
  'variantSkus',
  'variantGrams',
  'variantShopifyIds',
  'shopifyVariantId',
  'sizeGuide',
  'grams',
  'editionSize',
  'hsCode',
  'origin',
  'featured',
  'bestseller',
  'saleHighlight',
  'productType',
  'tags',
  'status',
  'exportedStock',
  'version',
] as const;
type CsvColumn = (typeof CSV_COLUMNS)[number];

/**
 * Columns whose cells must not be empty. `variants` may be: the row then keeps the product's sizes
 * and stock.
 */
export const REQUIRED_CSV_COLUMNS = ['name', 'price', 'image', 'category'] as const;

/** Columns with a yes or no. */
export const FLAG_COLUMNS = ['featured', 'bestseller', 'saleHighlight'] as const;

/** The columns besides `variants` with an entry per size: '2XL:81.00|3XL:85.00'. */
export const VARIANT_COLUMNS = ['variantPrices', 'variantSkus', 'variantGrams', 'variantShopifyIds'] as const;

/** The cells of one product by column name. */
export type CsvRow = Readonly<Record<string, string>>;

export function isCsvColumn(name: string): name is CsvColumn {
  return (CSV_COLUMNS as readonly string[]).includes(name);
}

/**
 * Text that a spreadsheet evaluates as a formula (OWASP, "CSV Injection"; full-width forms where
 * East Asian keyboards write them). Leading apostrophes from earlier escapes are included, so that
 * an escaped cell is escaped once more and unescaping restores it.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** As FORMULA, but a negative number is data. */
const UNESCAPED_FORMULA = /^[=+@\t\r\n＝＋－＠]|^-(?![\d.])/;

/** Escapes a cell so that spreadsheets show it as text: a formula gets an apostrophe in front. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/**
 * The inverse of {@link escapeFormula}. An apostrophe before anything except a formula is part of
 * the text.
 */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** True if a spreadsheet would evaluate the cell. */
export function isFormula(cell: string): boolean {
  return UNESCAPED_FORMULA.test(cell);
}

/** A separator or a backslash inside an entry has a backslash in front: 'AC\|DC' is one entry. */
const escapeEntry = (text: string) => text.replace(/[\\|]/g, '\\$&');
/** Text before a colon, or text without one, must not contain an unescaped colon. */
const escapeLabel = (text: string) => text.replace(/[\\|:]/g, '\\$&');
/** The inverse of both. A backslash before anything else is part of the text. */
const unescapeEntry = (text: string) => text.replace(/\\([\\|:])/g, '$1');

/** The text between separators, still escaped. */
function splitAt(separator: '|' | ':', text: string): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/\\[\\|:]|./gs)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}

/** The entries of a cell, still escaped, trimmed, without empty ones. */
function splitList(cell: string): string[] {
  return splitAt('|', cell)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The trimmed entries of a cell, without empty ones: 'Soft| Loud' is ['Soft', 'Loud']. */
export function parseList(cell: string): string[] {
  return splitList(cell).map(unescapeEntry);
}

function formatList(entries: readonly string[]): string {
  return entries.map(escapeEntry).join('|');
}

/** Parses 'The front||The back' as texts by position. Undefined for an empty cell. */
function parseTexts(cell: string): string[] | undefined {
  return cell === '' ? undefined : splitAt('|', cell).map((entry) => unescapeEntry(entry.trim()));
}

/** Splits an entry 'label: text' at its first unescaped colon; undefined without one. */
function splitPair(entry: string): readonly [label: string, text: string] | undefined {
  const [label = '', ...text] = splitAt(':', entry);
  return text.length === 0 ? undefined : [unescapeEntry(label.trim()), unescapeEntry(text.join(':').trim())];
}

/** Parses 'Material: Cotton|Care: 30°: cold' as a record. A label ends at the first colon. */
export function parseSpecifications(cell: string): Record<string, string> {
  return Object.fromEntries(splitList(cell).map((entry) => splitPair(entry) ?? [unescapeEntry(entry), '']));
}

/** The first specification without a colon between label and text; undefined if all have one. */
export function findEntryWithoutLabel(cell: string): string | undefined {
  return splitList(cell).find((entry) => splitPair(entry) === undefined);
}

function formatSpecifications(specifications: Readonly<Record<string, string>>): string {
  return Object.entries(specifications)
    .map(([label, text]) => `${escapeLabel(label)}: ${escapeEntry(text)}`)
    .join('|');
}

/** Parses '2XL:81.00|3XL:85.00' as texts by size; an unsized product has the key undefined. */
export function parseBySize(cell: string): ReadonlyMap<string | undefined, string> {
  return new Map(splitList(cell).map((entry) => splitPair(entry) ?? [undefined, unescapeEntry(entry)]));
}

function formatBySize(
  variants: readonly Variant[],
  format: (variant: Variant) => string | undefined,
): string {
  return variants
    .flatMap((variant) => {
      const text = format(variant);
      if (text === undefined) return [];
      return variant.size === undefined
        ? escapeLabel(text)
        : `${escapeLabel(variant.size)}:${escapeEntry(text)}`;
    })
    .join('|');
}

/**
 * Parses 'S:10|M:20' as variants, '10' as the single variant of an unsized product; undefined for
 * other cells.
 */
export function parseVariants(cell: string): Pick<Variant, 'size' | 'stock'>[] | undefined {
  const entries = splitList(cell).map((entry) => splitPair(entry) ?? ([undefined, entry] as const));
  const isVariant = ([size, stock]: readonly [string | undefined, string]) =>
    size !== '' && (size?.length ?? 0) <= SIZE_MAX_LENGTH && /^\d{1,7}$/.test(stock);
  if (entries.length === 0 || !entries.every(isVariant)) return undefined;
  return entries.map(([size, stock]) => ({ ...(size !== undefined && { size }), stock: Number(stock) }));
}

/**
 * True if a cell is a price in dollars: digits, with at most two decimals. Spreadsheets in many
 * countries use a decimal comma.
 */
export function isPrice(cell: string): boolean {
  return /^\d+([.,]\d{1,2})?$/.test(cell.trim());
}

function parsePrice(cell: string): number {
  return Number(cell.replace(',', '.'));
}

function formatPrice(dollars: number | undefined): string {
  return dollars?.toFixed(2) ?? '';
}

/** True if a cell is yes, no or empty. */
export function isFlag(cell: string): boolean {
  return /^(true|yes|1|false|no|0)?$/i.test(cell);
}

/** True for 'true', 'yes' and '1', in any case. */
function parseFlag(cell: string): boolean {
  return /^(true|yes|1)$/i.test(cell);
}

function parseOptionalFlag(cell: string): boolean | undefined {
  return cell === '' ? undefined : parseFlag(cell);
}

/** The text of a cell: unescaped and trimmed; empty if the row lacks the column. */
export function parseCell(row: CsvRow, column: CsvColumn): string {
  return unescapeFormula(row[column] ?? '').trim();
}

/**
 * The exported version of a row's product, its `updatedAt`. Empty for a product that has not been
 * changed since its creation, and in rows that were not exported.
 */
export function parseVersion(row: CsvRow): string {
  return parseCell(row, 'version');
}

type SingleFields = Readonly<Partial<Record<CsvColumn, (cell: string, row: CsvRow) => unknown>>>;

/**
 * The columns that map to one field of the draft each. Undefined means a product without the field.
 */
const FIELDS = {
  name: (cell) => cell,
  price: parsePrice,
  compareAtPrice: (cell) => (cell === '' ? undefined : parsePrice(cell)),
  image: (cell) => cell,
  images: (cell, row) => (cell === '' ? [parseCell(row, 'image')] : parseList(cell)),
  imageAlts: parseTexts,
  category: (cell) => cell,
  description: (cell) => cell,
  features: parseList,
  specifications: parseSpecifications,
  shopifyVariantId: (cell) => (cell === '' ? undefined : cell),
  sizeGuide: (cell) => (cell === '' ? undefined : cell),
  grams: (cell) => (cell === '' ? undefined : Number(cell)),
  editionSize: (cell) => (cell === '' ? undefined : Number(cell)),
  hsCode: (cell) => (cell === '' ? undefined : cell),
  origin: (cell) => (cell === '' ? undefined : cell),
  featured: parseFlag,
  bestseller: parseOptionalFlag,
  saleHighlight: parseOptionalFlag,
  productType: (cell) => (cell === '' ? undefined : cell),
  tags: (cell) => (cell === '' ? undefined : parseList(cell)),
  status: (cell) => (cell === '' ? 'draft' : cell),
} as const satisfies SingleFields;

/** Defaults for a product created from a row without these columns. */
const DEFAULTS = { description: '', features: [], specifications: {}, featured: false, status: 'draft' };

/**
 * Applies a row to the current product, or creates one. The result is not validated: the caller
 * parses it with ProductDraftSchema. A missing column, or a cell equal to the export of the current
 * product, keeps the product's value. An empty `images` is the one image, an empty `status` is
 * 'draft', an empty `compareAtPrice` is no sale, and an empty `variants` keeps sizes and stock. The
 * stock of a size changes by the difference of `variants` and `exportedStock`.
 */
export function applyProductRow(row: CsvRow, current: Product | undefined): Record<string, unknown> {
  const exported = current && formatProductRow(current);
  const isUnchanged = (column: CsvColumn) =>
    current !== undefined && (row[column] === undefined || row[column] === exported?.[column]);
  const fields = Object.entries(FIELDS).map(([name, parse]) => {
    const column = name as keyof typeof FIELDS;
    if (isUnchanged(column)) return [name, current?.[column]];
    if (row[column] === undefined && column in DEFAULTS)
      return [name, DEFAULTS[column as keyof typeof DEFAULTS]];
    return [name, parse(parseCell(row, column), row)];
  });
  const isStockUnchanged =
    current !== undefined && row.exportedStock !== undefined
      ? row.variants === undefined || row.variants === row.exportedStock
      : isUnchanged('variants');
  const variants =
    isStockUnchanged && VARIANT_COLUMNS.every(isUnchanged)
      ? current?.variants
      : applyVariantCells(row, current);
  return Object.fromEntries([...fields, ['variants', variants]].filter(([, value]) => value !== undefined));
}

function applyVariantCells(row: CsvRow, current: Product | undefined): Partial<Variant>[] | undefined {
  const stored = current?.variants ?? [];
  const typed = parseVariants(parseCell(row, 'variants'));
  const stocks = typed ?? current?.variants;
  const exported = (typed && parseVariants(parseCell(row, 'exportedStock'))) ?? [];
  /** Without the column, a size keeps its values. */
  const bySize = (column: CsvColumn) =>
    row[column] === undefined ? undefined : parseBySize(parseCell(row, column));
  const [prices, skus, grams, shopifyIds] = [
    bySize('variantPrices'),
    bySize('variantSkus'),
    bySize('variantGrams'),
    bySize('variantShopifyIds'),
  ];
  return stocks?.map(({ size, stock }) => {
    const before = findVariant({ variants: stored }, size);
    const was = findVariant({ variants: exported }, size);
    const price = prices?.get(size);
    const weight = grams?.get(size);
    const variant = {
      size,
      stock: before === undefined || was === undefined ? stock : before.stock + stock - was.stock,
      price: prices === undefined ? before?.price : price && parsePrice(price),
      sku: skus === undefined ? before?.sku : skus.get(size),
      grams: grams === undefined ? before?.grams : weight && Number(weight),
      shopifyVariantId: shopifyIds === undefined ? before?.shopifyVariantId : shopifyIds.get(size),
    };
    return Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined));
  });
}

/** The cells of a product by column, formulas escaped. */
function formatProductRow(product: Product): Record<CsvColumn, string> {
  const { variants } = product;
  const cells: Record<CsvColumn, string> = {
    id: product.id,
    name: product.name,
    price: formatPrice(product.price),
    compareAtPrice: formatPrice(product.compareAtPrice),
    image: product.image,
    images: formatList(product.images),
    imageAlts: formatList(product.imageAlts ?? []),
    category: product.category,
    description: product.description,
    features: formatList(product.features),
    specifications: formatSpecifications(product.specifications),
    variants: formatBySize(variants, ({ stock }) => String(stock)),
    variantPrices: formatBySize(variants, ({ price }) => price?.toFixed(2)),
    variantSkus: formatBySize(variants, ({ sku }) => sku),
    variantGrams: formatBySize(variants, ({ grams }) => grams?.toString()),
    variantShopifyIds: formatBySize(variants, ({ shopifyVariantId }) => shopifyVariantId),
    shopifyVariantId: product.shopifyVariantId ?? '',
    sizeGuide: product.sizeGuide ?? '',
    grams: product.grams?.toString() ?? '',
    editionSize: product.editionSize?.toString() ?? '',
    hsCode: product.hsCode ?? '',
    origin: product.origin ?? '',
    featured: String(product.featured),
    bestseller: product.bestseller?.toString() ?? '',
    saleHighlight: product.saleHighlight?.toString() ?? '',
    productType: product.productType ?? '',
    tags: formatList(product.tags ?? []),
    status: product.status ?? 'active',
    exportedStock: formatBySize(variants, ({ stock }) => String(stock)),
    version: product.updatedAt ?? '',
  };
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, escapeFormula(cell)]),
  ) as Record<CsvColumn, string>;
}

/** The cells of a product, formulas escaped, in the order of {@link CSV_COLUMNS}. */
export function formatProductCells(product: Product): string[] {
  const row = formatProductRow(product);
  return CSV_COLUMNS.map((column) => row[column]);
}
