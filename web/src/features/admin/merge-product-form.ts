// Three-way merge of a product that somebody else changed, or a shopper ordered, while it was open
// in the form.
import type { FormValues, Status, VariantRow } from './product-form-values.ts';
import { typedWhole } from './typed-numbers.ts';

/** The form's values with the status set by the pressed button. */
export type ProductEdit = FormValues & { readonly status: Status };

/**
 * The result of a merge. Labels are those of the form; a size has one label for each of its cells.
 */
export interface ProductMerge {
  /** With my value of every field in `both`. */
  readonly keepMine: ProductEdit;
  /** With their value of every field in `both`. */
  readonly takeTheirs: ProductEdit;
  /** The labels of the fields that both changed, to different values. */
  readonly both: readonly string[];
  /** The labels of the fields that only they changed. */
  readonly taken: readonly string[];
}

const LABELS: Readonly<Record<Exclude<keyof ProductEdit, 'variants'>, string>> = {
  name: 'Name',
  price: 'Price',
  compareAtPrice: 'Price before sale',
  category: 'Category',
  sizeGuide: 'Size guide',
  grams: 'Weight',
  editionSize: 'Edition size',
  hsCode: 'HS code',
  origin: 'Country of origin',
  description: 'Description',
  features: 'Features',
  specifications: 'Specifications',
  productType: 'Product type',
  tags: 'Tags',
  featured: 'Featured',
  bestseller: 'Bestseller',
  saleHighlight: 'Sale on the home page',
  images: 'Pictures',
  status: 'Status',
};

/** Compares two values of the form, ignoring row keys, which differ in every form. */
function isSame(a: unknown, b: unknown): boolean {
  const toText = (value: unknown) =>
    JSON.stringify(value, (name, inner: unknown) =>
      name === 'key' || name === 'mayLackAlt' ? undefined : inner,
    );
  return toText(a) === toText(b);
}

/** A value with my version and with theirs, if both changed it; the same twice otherwise. */
type Pair<T> = readonly [mine: T, theirs: T];
type Pick3 = <T>(label: string, base: T, mine: T, theirs: T) => Pair<T>;

/** Finds a size by its text: across two forms, only the size identifies a row. */
const findSize = (rows: readonly VariantRow[], { size }: VariantRow) =>
  rows.find((row) => row.size.trim() === size.trim());

const sizeLabel = (label: string, { size }: VariantRow) =>
  size.trim() === '' ? label : `${label} of size ${size.trim()}`;

/** Applies my change of a stock to theirs: both counted different units. Undefined for none. */
function correctStock(old: VariantRow, mine: VariantRow, theirs: VariantRow): string | undefined {
  if (mine.stock === old.stock) return undefined;
  const stock = typedWhole(theirs.stock) + typedWhole(mine.stock) - typedWhole(old.stock);
  return stock >= 0 ? String(stock) : undefined;
}

/** Merges sizes cell by cell, so that my price does not restore stock that was sold. */
function mergeVariants(
  base: readonly VariantRow[],
  mine: readonly VariantRow[],
  theirs: readonly VariantRow[],
  pick: Pick3,
): Pair<VariantRow | undefined>[] {
  const keys = new Set(mine.map(({ key }) => key));
  const removed = base.filter(({ key }) => !keys.has(key));
  /** The original of my row; one that was removed and added again is the same size. */
  const before = (row: VariantRow) => base.find(({ key }) => key === row.key) ?? findSize(removed, row);
  const merged = mine.map((row): Pair<VariantRow | undefined> => {
    const old = before(row);
    const current = findSize(theirs, old ?? row);
    if (old === undefined || current === undefined)
      return pick<VariantRow | undefined>(sizeLabel('Stock', row), old, row, current);
    const cells = (['stock', 'price', 'sku', 'grams'] as const).map((name) => {
      const label = { stock: 'Stock', price: 'Price', sku: 'SKU', grams: 'Weight' }[name];
      const corrected = name === 'stock' ? correctStock(old, row, current) : undefined;
      if (corrected !== undefined) return [name, [corrected, corrected]] as const;
      return [name, pick(sizeLabel(label, old), old[name], row[name], current[name])] as const;
    });
    const build = (side: 0 | 1): VariantRow => ({
      ...current,
      key: row.key,
      size: row.size,
      ...Object.fromEntries(cells.map(([name, pair]) => [name, pair[side]])),
    });
    return [build(0), build(1)];
  });
  const others = [
    ...removed.filter((row) => findSize(mine, row) === undefined),
    ...theirs.filter((row) => findSize(base, row) === undefined && findSize(mine, row) === undefined),
  ].map((row) =>
    pick<VariantRow | undefined>(
      sizeLabel('Stock', row),
      findSize(base, row),
      undefined,
      findSize(theirs, row),
    ),
  );
  return [...merged, ...others];
}

/**
 * Merges my edit of a product with the stored product. `base` is the start of my edit: its rows
 * have the keys of mine. A field that one side changed gets the value of that side; sizes are
 * merged by stock, price, SKU and weight.
 */
export function mergeProductForm(base: ProductEdit, mine: ProductEdit, theirs: ProductEdit): ProductMerge {
  const both: string[] = [];
  const taken: string[] = [];
  const pick: Pick3 = (label, before, my, their) => {
    if (isSame(their, before) || isSame(my, their)) return [my, my];
    const isMineUnchanged = isSame(my, before);
    (isMineUnchanged ? taken : both).push(label);
    return isMineUnchanged ? [their, their] : [my, their];
  };
  const fields = Object.entries(LABELS).map(([key, label]) => {
    const name = key as keyof typeof LABELS;
    return [name, pick<unknown>(label, base[name], mine[name], theirs[name])] as const;
  });
  const rows = mergeVariants(base.variants, mine.variants, theirs.variants, pick);
  const build = (side: 0 | 1) =>
    ({
      ...Object.fromEntries(fields.map(([name, pair]) => [name, pair[side]])),
      variants: isSame(base.variants, mine.variants)
        ? theirs.variants
        : rows.flatMap((pair) => pair[side] ?? []),
    }) as ProductEdit;
  return { keepMine: build(0), takeTheirs: build(1), both, taken };
}
