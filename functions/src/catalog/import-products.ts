// Owns reading products from the rows of a CSV file: every cell is judged and named before anything is written. Columns:
// id, name, price, compareAtPrice, image, images, category, description, features, specifications, variants, featured, status.
// Lists are split at |; specifications are "Label: text"; variants are "S:10|M:20", or "10" without sizes.
import {
  type ImportProductsRequest,
  type ImportProductsResponse,
  type ProductDraft,
  ProductDraftSchema,
} from '@savepoint/model/callables';
import { isAvailable } from '@savepoint/model/product';
import type { Firestore } from 'firebase-admin/firestore';
import { describeIssue } from '../callable/describe-issue.ts';
import { createAuditEntry } from './audit-entry.ts';
import { type Admin, pickDraftFields, slugOf, validateDraft } from './save-product.ts';

export const COLUMNS = [
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
const REQUIRED = ['name', 'price', 'image', 'category', 'variants'] as const;

type Row = Readonly<Record<string, string>>;
export interface RowError {
  readonly row: number;
  readonly column?: string;
  readonly message: string;
}
interface ParsedRow {
  readonly id: string;
  readonly draft: ProductDraft;
}

/** What a spreadsheet would run as a formula; an export puts a ' in front of such a cell, which is taken off here. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/;
const DEFUSED = /^'(?='*[=+\-@\t\r])/;

const list = (cell: string) =>
  cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** One row as a product, or what is wrong with it. Row numbers count data rows from 1. */
export function parseRow(row: Row, number: number): ParsedRow | RowError {
  const unknown = Object.keys(row).find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined)
    return {
      row: number,
      column: unknown,
      message: `There is no column '${unknown}'. Known are: ${COLUMNS.join(', ')}.`,
    };
  const missing = REQUIRED.find((name) => (row[name] ?? '').trim() === '');
  if (missing !== undefined) return { row: number, column: missing, message: 'This cell must not be empty.' };
  const formula = Object.entries(row).find(([, cell]) => FORMULA.test(cell));
  if (formula !== undefined)
    return {
      row: number,
      column: formula[0],
      message: "A cell must not begin with =, +, - or @; a ' before it makes it plain text.",
    };
  for (const column of ['price', 'compareAtPrice'] as const)
    if ((row[column] ?? '') !== '' && !/^\d+(\.\d{1,2})?$/.test(row[column]?.trim() ?? ''))
      return { row: number, column, message: `'${row[column]}' is not a price; write 45 or 45.00.` };
  const variants = readVariants(row.variants ?? '');
  if (variants === undefined)
    return {
      row: number,
      column: 'variants',
      message: "Write sizes and stock like 'S:10|M:20', or one number.",
    };
  const draft = ProductDraftSchema.safeParse(toDraft(row, variants));
  if (!draft.success) {
    const [issue] = draft.error.issues;
    const column = String(issue?.path[0] ?? '');
    return { row: number, column, message: issue ? describeIssue(issue) : 'This row is not valid.' };
  }
  const problem = validateDraft(draft.data);
  if (problem !== undefined) return { row: number, message: problem };
  const id = row.id?.trim() || slugOf(draft.data.name);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 200)
    return { row: number, column: 'id', message: 'An id has small letters, digits and single hyphens.' };
  return { id, draft: draft.data };
}

function toDraft(row: Row, variants: object[]): object {
  const cell = (name: (typeof COLUMNS)[number]) => (row[name] ?? '').replace(DEFUSED, '').trim();
  const specifications = list(cell('specifications')).map((entry) => {
    const [label = '', ...rest] = entry.split(':');
    return [label.trim(), rest.join(':').trim()] as const;
  });
  return {
    name: cell('name'),
    price: Number(cell('price')),
    ...(cell('compareAtPrice') === '' ? {} : { compareAtPrice: Number(cell('compareAtPrice')) }),
    image: cell('image'),
    images: cell('images') === '' ? [cell('image')] : list(cell('images')),
    category: cell('category'),
    description: cell('description'),
    features: list(cell('features')),
    specifications: Object.fromEntries(specifications),
    variants,
    featured: /^(true|yes|1)$/i.test(cell('featured')),
    status: cell('status') === '' ? 'draft' : cell('status'),
  };
}

function readVariants(cell: string): { size?: string; stock: number }[] | undefined {
  const variants = list(cell).map((entry) => /^(?:([^:]{1,20}):)?(\d{1,7})$/.exec(entry.replace(/\s/g, '')));
  if (variants.length === 0 || variants.some((variant) => variant === null)) return undefined;
  return variants.map((variant) => ({
    ...(variant?.[1] ? { size: variant[1] } : {}),
    stock: Number(variant?.[2]),
  }));
}

/** Judges all rows; writes all of them in one batch, or nothing when one is wrong or `dryRun` is set. */
export async function importProducts(
  db: Firestore,
  admin: Admin,
  { rows, dryRun }: ImportProductsRequest,
  now: Date,
): Promise<ImportProductsResponse> {
  const read = rows.map((row, index) => parseRow(row, index + 1));
  const errors = read.filter((row): row is RowError => 'message' in row);
  const good = read.filter((row): row is ParsedRow => 'draft' in row);
  const firstRowOf = new Map<string, number>();
  read.forEach((row, index) => {
    if (!('draft' in row)) return;
    const first = firstRowOf.get(row.id);
    if (first === undefined) firstRowOf.set(row.id, index + 1);
    else
      errors.push({
        row: index + 1,
        column: 'id',
        message: `Row ${first} is the product '${row.id}' already.`,
      });
  });
  if (errors.length > 0) return { created: 0, updated: 0, unchanged: 0, errors: errors.slice(0, 100) };
  const at = now.toISOString();
  return db.runTransaction(async (transaction) => {
    const found = await transaction.getAll(...good.map(({ id }) => db.doc(`products/${id}`)));
    const counts = { created: 0, updated: 0, unchanged: 0 };
    found.forEach((snapshot, index) => {
      const { draft } = good[index] as ParsedRow;
      const before = snapshot.data();
      if (before !== undefined && isSame(pickDraftFields(before), draft)) {
        counts.unchanged += 1;
        return;
      }
      counts[before === undefined ? 'created' : 'updated'] += 1;
      if (dryRun) return;
      const fields = { ...draft, inStock: isAvailable(draft.variants), updatedAt: at };
      if (before === undefined)
        transaction.create(snapshot.ref, { ...fields, rating: 0, reviews: 0, createdAt: at });
      else transaction.update(snapshot.ref, fields);
    });
    if (!dryRun && counts.created + counts.updated > 0) {
      const entry = createAuditEntry(db, admin, now, {
        action: 'importProducts',
        target: 'products',
        summary: `Imported ${rows.length} rows: ${counts.created} created, ${counts.updated} changed`,
      });
      transaction.set(entry.ref, entry.fields);
    }
    return { ...counts, errors: [] };
  });
}

/** Whether every field that a row states is as it was; fields that a row cannot state do not count. */
function isSame(before: Readonly<Record<string, unknown>>, draft: object): boolean {
  const sorted = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    );
  return Object.entries(draft).every(([name, value]) => sorted(before[name]) === sorted(value));
}
