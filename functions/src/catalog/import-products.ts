// Every row is validated before anything is written. The format of cells is in the model (product-csv.ts).
//
// A file is older than the orders that were placed since it was exported, so a row may change the stock of a product only when it
// names the version (`updatedAt`) that the product still has: a stock of 10 in the file would otherwise sell 10 units once more.
import {
  type ImportProductsRequest,
  type ImportProductsResponse,
  type ProductDraft,
  ProductDraftSchema,
} from '@savepoint/model/callables';
import { DOCUMENT_ID_MAX_LENGTH, IMPORT_ERRORS_MAX } from '@savepoint/model/limits';
import { findVariant, isAvailable, type ProductFields, type Variant } from '@savepoint/model/product';
import {
  CSV_COLUMNS,
  type CsvRow,
  isCsvColumn,
  isFormula,
  isPrice,
  parseProductCells,
  parseVariants,
  parseVersion,
  REQUIRED_CSV_COLUMNS,
} from '@savepoint/model/product-csv';
import { nextVersion } from '@savepoint/model/product-version';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { describeIssue } from '../callable/describe-issue.ts';
import { createAuditEntry } from './audit-entry.ts';
import { type Admin, pickDraftFields, slugOf, validateDraft } from './save-product.ts';

type RowError = ImportProductsResponse['errors'][number];
type CellError = Omit<RowError, 'row'>;

const RowDraftSchema = z.extend(ProductDraftSchema, {
  variants: z.optional(ProductDraftSchema.shape.variants),
});
/** A product without `variants` keeps its own. */
type RowDraft = z.infer<typeof RowDraftSchema>;

interface ParsedRow {
  readonly id: string;
  /** The version that the product must still have for its stock to be written; empty for none. */
  readonly version: string;
  readonly draft: RowDraft;
}

/** The product that a row describes, or its first error. `number` counts data rows from 1. */
export function parseRow(row: CsvRow, number: number): ParsedRow | RowError {
  const cellError = findCellError(row);
  if (cellError !== undefined) return { row: number, ...cellError };
  const parsed = RowDraftSchema.safeParse(parseProductCells(row));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const column = String(issue?.path[0] ?? '');
    return { row: number, column, message: issue ? describeIssue(issue) : 'This row is not valid.' };
  }
  const problem = validateDraft({ ...parsed.data, variants: parsed.data.variants ?? [] });
  if (problem !== undefined) return { row: number, message: problem };
  const id = row.id?.trim() || slugOf(parsed.data.name);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > DOCUMENT_ID_MAX_LENGTH)
    return { row: number, column: 'id', message: 'An id has small letters, digits and single hyphens.' };
  return { id, version: parseVersion(row), draft: parsed.data };
}

/** The first cell that is wrong whatever the rest of the row says. */
function findCellError(row: CsvRow): CellError | undefined {
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
  if ((row.variants ?? '').trim() !== '' && parseVariants(row.variants ?? '') === undefined)
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
  const errors = [...results.filter(isRowError), ...findRepeatedIds(results)];
  if (errors.length > 0) return rejectedImport(errors);
  const parsedRows = results.filter((result): result is ParsedRow => 'draft' in result);
  return db.runTransaction(async (transaction) => {
    const snapshots = await transaction.getAll(...parsedRows.map(({ id }) => db.doc(`products/${id}`)));
    const counts = { created: 0, updated: 0, unchanged: 0 };
    const conflicts: RowError[] = [];
    const writes: (() => void)[] = [];
    snapshots.forEach((snapshot, index) => {
      const row = parsedRows[index] as ParsedRow;
      const current = snapshot.data() as ProductFields | undefined;
      const draft = mergeVariants(row.draft, current);
      if (current !== undefined && isSame(pickDraftFields(current), draft)) {
        counts.unchanged += 1;
        return;
      }
      const conflict = findConflict(row, draft, current);
      if (conflict !== undefined) {
        conflicts.push({ row: index + 1, ...conflict });
        return;
      }
      counts[current === undefined ? 'created' : 'updated'] += 1;
      const updatedAt = nextVersion(current?.updatedAt, now);
      const fields = { ...draft, inStock: isAvailable(draft.variants), updatedAt };
      writes.push(() => {
        if (current === undefined)
          transaction.create(snapshot.ref, { ...fields, rating: 0, reviews: 0, createdAt: updatedAt });
        else transaction.update(snapshot.ref, fields);
      });
    });
    if (conflicts.length > 0) return rejectedImport(conflicts);
    if (!dryRun && writes.length > 0) {
      for (const write of writes) write();
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

const isRowError = (result: ParsedRow | RowError): result is RowError => 'message' in result;

function rejectedImport(errors: readonly RowError[]): ImportProductsResponse {
  return { created: 0, updated: 0, unchanged: 0, errors: errors.slice(0, IMPORT_ERRORS_MAX) };
}

function findRepeatedIds(results: readonly (ParsedRow | RowError)[]): RowError[] {
  const firstRowById = new Map<string, number>();
  return results.flatMap((result, index) => {
    if (isRowError(result)) return [];
    const first = firstRowById.get(result.id);
    if (first === undefined) {
      firstRowById.set(result.id, index + 1);
      return [];
    }
    const message = `Row ${first} is the product '${result.id}' already.`;
    return [{ row: index + 1, column: 'id', message }];
  });
}

/** The draft with the variants that the product will have. A size keeps its own price, SKU and platform id, which CSV does not have. */
function mergeVariants({ variants, ...draft }: RowDraft, current: ProductFields | undefined): ProductDraft {
  const stored = current?.variants ?? [];
  const merged = variants?.map(
    (variant): Variant => ({
      ...findVariant({ variants: stored }, variant.size),
      ...variant,
    }),
  );
  return { ...draft, variants: merged ?? stored };
}

/** Why a row cannot be written to the product as it is now; undefined when it can. */
function findConflict(
  row: ParsedRow,
  draft: ProductDraft,
  current: ProductFields | undefined,
): CellError | undefined {
  if (current === undefined) {
    if (row.draft.variants === undefined)
      return {
        column: 'variants',
        message: "A new product needs sizes and stock like 'S:10|M:20', or one number.",
      };
    if (row.version === '') return undefined;
    return {
      column: 'version',
      message: `There is no product '${row.id}' any more. To create it again, leave its version empty.`,
    };
  }
  if (row.draft.variants === undefined || row.version === (current.updatedAt ?? '')) return undefined;
  if (row.version !== '')
    return {
      column: 'version',
      message: `${current.name} was changed or ordered since this file was exported. Export again, or leave its variants empty to keep the stock as it is.`,
    };
  if (isSame({ variants: current.variants }, { variants: draft.variants })) return undefined;
  return {
    column: 'variants',
    message: `The stock of ${current.name} changes only with the version of an export. Export again, or leave its variants empty to keep the stock as it is.`,
  };
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
