// Every row is validated before anything is written. The format of cells is in the model (product-csv.ts).
import {
  type ImportProductsRequest,
  type ImportProductsResponse,
  type ProductDraft,
  ProductDraftSchema,
} from '@savepoint/model/callables';
import { DOCUMENT_ID_MAX_LENGTH, IMPORT_ERRORS_MAX } from '@savepoint/model/limits';
import { isAvailable } from '@savepoint/model/product';
import {
  CSV_COLUMNS,
  type CsvRow,
  isCsvColumn,
  isFormula,
  isPrice,
  parseProductCells,
  parseVariants,
  REQUIRED_CSV_COLUMNS,
} from '@savepoint/model/product-csv';
import type { Firestore } from 'firebase-admin/firestore';
import { describeIssue } from '../callable/describe-issue.ts';
import { createAuditEntry } from './audit-entry.ts';
import { type Admin, pickDraftFields, slugOf, validateDraft } from './save-product.ts';

type RowError = ImportProductsResponse['errors'][number];
interface ParsedRow {
  readonly id: string;
  readonly draft: ProductDraft;
}

/** The product that a row describes, or its first error. `number` counts data rows from 1. */
export function parseRow(row: CsvRow, number: number): ParsedRow | RowError {
  const cellError = findCellError(row);
  if (cellError !== undefined) return { row: number, ...cellError };
  const parsed = ProductDraftSchema.safeParse(parseProductCells(row));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const column = String(issue?.path[0] ?? '');
    return { row: number, column, message: issue ? describeIssue(issue) : 'This row is not valid.' };
  }
  const problem = validateDraft(parsed.data);
  if (problem !== undefined) return { row: number, message: problem };
  const id = row.id?.trim() || slugOf(parsed.data.name);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > DOCUMENT_ID_MAX_LENGTH)
    return { row: number, column: 'id', message: 'An id has small letters, digits and single hyphens.' };
  return { id, draft: parsed.data };
}

/** The first cell that is wrong whatever the rest of the row says. */
function findCellError(row: CsvRow): { readonly column: string; readonly message: string } | undefined {
  const unknown = Object.keys(row).find((name) => !isCsvColumn(name));
  if (unknown !== undefined)
    return {
      column: unknown,
      message: `There is no column '${unknown}'. Known are: ${CSV_COLUMNS.join(', ')}.`,
    };
  const missing = REQUIRED_CSV_COLUMNS.find((name) => (row[name] ?? '').trim() === '');
  if (missing !== undefined) return { column: missing, message: 'This cell must not be empty.' };
  const formula = Object.entries(row).find(([, cell]) => isFormula(cell));
  if (formula !== undefined)
    return {
      column: formula[0],
      message: "A cell must not begin with =, +, - or @; a ' before it makes it plain text.",
    };
  for (const column of ['price', 'compareAtPrice'] as const)
    if ((row[column] ?? '') !== '' && !isPrice(row[column] ?? ''))
      return { column, message: `'${row[column]}' is not a price; write 45 or 45.00.` };
  if (parseVariants(row.variants ?? '') === undefined)
    return { column: 'variants', message: "Write sizes and stock like 'S:10|M:20', or one number." };
  return undefined;
}

/**
 * Validates all rows and writes their products in one transaction; writes nothing when a row has an error or `dryRun` is set. Returns
 * at most IMPORT_ERRORS_MAX errors.
 */
export async function importProducts(
  db: Firestore,
  admin: Admin,
  { rows, dryRun }: ImportProductsRequest,
  now: Date,
): Promise<ImportProductsResponse> {
  const results = rows.map((row, index) => parseRow(row, index + 1));
  const errors = results.filter((result): result is RowError => 'message' in result);
  const parsedRows = results.filter((result): result is ParsedRow => 'draft' in result);
  const firstRowById = new Map<string, number>();
  results.forEach((result, index) => {
    if (!('draft' in result)) return;
    const first = firstRowById.get(result.id);
    if (first === undefined) firstRowById.set(result.id, index + 1);
    else
      errors.push({
        row: index + 1,
        column: 'id',
        message: `Row ${first} is the product '${result.id}' already.`,
      });
  });
  if (errors.length > 0)
    return { created: 0, updated: 0, unchanged: 0, errors: errors.slice(0, IMPORT_ERRORS_MAX) };
  const at = now.toISOString();
  return db.runTransaction(async (transaction) => {
    const snapshots = await transaction.getAll(...parsedRows.map(({ id }) => db.doc(`products/${id}`)));
    const counts = { created: 0, updated: 0, unchanged: 0 };
    snapshots.forEach((snapshot, index) => {
      const { draft } = parsedRows[index] as ParsedRow;
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

/** Whether every field of the draft equals the stored one. Fields that CSV does not have are ignored. */
function isSame(before: Readonly<Record<string, unknown>>, draft: object): boolean {
  const toCanonicalJson = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    );
  return Object.entries(draft).every(
    ([name, value]) => toCanonicalJson(before[name]) === toCanonicalJson(value),
  );
}
