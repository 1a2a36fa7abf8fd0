// Every row is validated before anything is written. The model defines the format of cells
// (product-csv.ts). Orders may have been placed since a file was exported, so a row changes the
// stock of a product by the difference between its cell and the exported stock: writing the
// absolute number would sell those units twice.
import {
  type ImportProductsRequest,
  type ImportProductsResponse,
  type ProductDraft,
  ProductDraftSchema,
} from '@savepoint/model/callables';
import { DOCUMENT_ID_MAX_LENGTH, IMPORT_ERRORS_MAX } from '@savepoint/model/limits';
import type { Product, ProductFields, Variant } from '@savepoint/model/product';
import {
  applyProductRow,
  CSV_COLUMNS,
  type CsvRow,
  FLAG_COLUMNS,
  findEntryWithoutLabel,
  isCsvColumn,
  isFlag,
  isFormula,
  isPrice,
  parseBySize,
  parseCell,
  parseVariants,
  parseVersion,
  REQUIRED_CSV_COLUMNS,
  VARIANT_COLUMNS,
} from '@savepoint/model/product-csv';
import { findProductProblem } from '@savepoint/model/product-problem';
import { nextVersion } from '@savepoint/model/product-version';
import { findVariant } from '@savepoint/model/variants';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { describeIssue } from '../callable/describe-issue.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { isInStock } from '../stock/count-stock.ts';
import { describeShortage, editStock } from '../stock/edit-stock.ts';
import { StockBook } from '../stock/stock-book.ts';
import { findUnknownCategory, readCategoryIds } from './known-categories.ts';
import {
  correctionBy,
  pickDraftFields,
  productChanges,
  serverFields,
  slugOf,
  summarise,
} from './save-product.ts';

type RowError = ImportProductsResponse['errors'][number];
type CellError = Omit<RowError, 'row'>;

const RowDraftSchema = z.extend(ProductDraftSchema, {
  variants: z.optional(ProductDraftSchema.shape.variants),
});
/** A row without `variants` keeps those of the product. */
type RowDraft = z.infer<typeof RowDraftSchema>;

interface ParsedRow {
  readonly id: string;
  /** The version that the product must still have for its stock to be written; empty for none. */
  readonly version: string;
  /** The product to create if there is none. */
  readonly draft: RowDraft;
  readonly row: CsvRow;
}

/** The product of a row, or its first error. `number` counts data rows from 1. */
export function parseRow(row: CsvRow, number: number): ParsedRow | RowError {
  const cellError = findCellError(row);
  if (cellError !== undefined) return { row: number, ...cellError };
  const parsed = RowDraftSchema.safeParse(applyProductRow(row, undefined));
  if (!parsed.success) return { row: number, ...describeFirst(parsed.error.issues) };
  const problem = findProductProblem({ ...parsed.data, variants: parsed.data.variants ?? [] });
  if (problem !== undefined) return { row: number, ...toCellError(problem) };
  const id = parseCell(row, 'id') || slugOf(parsed.data.name);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > DOCUMENT_ID_MAX_LENGTH)
    return {
      row: number,
      column: 'id',
      message: 'An id can have lowercase letters, digits and single hyphens.',
    };
  return { id, version: parseVersion(row), draft: parsed.data, row };
}

function describeFirst([issue]: readonly z.core.$ZodIssue[]): CellError {
  const column = String(issue?.path[0] ?? '');
  return { column, message: issue ? describeIssue(issue) : 'This row is not valid.' };
}

function toCellError({ field, message }: { field: string; message: string }): CellError {
  return { column: field.split('.')[0] ?? field, message };
}

/** The first cell that is invalid regardless of the rest of the row. */
function findCellError(row: CsvRow): CellError | undefined {
  const unknown = Object.keys(row).find((name) => !isCsvColumn(name));
  if (unknown !== undefined)
    return {
      column: unknown,
      message: `There is no column '${unknown}'. The columns are: ${CSV_COLUMNS.join(', ')}.`,
    };
  const missing = REQUIRED_CSV_COLUMNS.find((name) => (row[name] ?? '').trim() === '');
  if (missing !== undefined) return { column: missing, message: 'This cell must not be empty.' };
  const formula = Object.entries(row).find(([, cell]) => isFormula(cell));
  if (formula !== undefined)
    return {
      column: formula[0],
      message: "A cell must not begin with =, +, - or @. Put a ' in front of it to make it plain text.",
    };
  return (
    findPriceError(row) ??
    findGramsError(row) ??
    findFlagError(row) ??
    findVariantsError(row) ??
    findSpecificationsError(row)
  );
}

function findPriceError(row: CsvRow): CellError | undefined {
  for (const column of ['price', 'compareAtPrice'] as const)
    if ((row[column] ?? '') !== '' && !isPrice(row[column] ?? ''))
      return { column, message: `'${row[column]}' is not a price; write 45 or 45.00.` };
  const prices = [...parseBySize(parseCell(row, 'variantPrices')).values()];
  const wrong = prices.find((price) => !isPrice(price));
  if (wrong === undefined) return undefined;
  return { column: 'variantPrices', message: `'${wrong}' is not a price; write '2XL:49.00|3XL:52.00'.` };
}

function findGramsError(row: CsvRow): CellError | undefined {
  const isGrams = (cell: string) => /^\d{1,7}$/.test(cell);
  const grams = parseCell(row, 'grams');
  if (grams !== '' && !isGrams(grams))
    return { column: 'grams', message: `'${grams}' is not a weight in grams; write 250.` };
  const wrong = [...parseBySize(parseCell(row, 'variantGrams')).values()].find((cell) => !isGrams(cell));
  if (wrong === undefined) return undefined;
  return {
    column: 'variantGrams',
    message: `'${wrong}' is not a weight in grams; write '2XL:280|3XL:300'.`,
  };
}

/** Spreadsheets in other languages write WAHR or VRAI. */
function findFlagError(row: CsvRow): CellError | undefined {
  const column = FLAG_COLUMNS.find((name) => !isFlag(parseCell(row, name)));
  return column && { column, message: `'${row[column]}' is neither 'true' nor 'false'.` };
}

function findVariantsError(row: CsvRow): CellError | undefined {
  const column = (['variants', 'exportedStock'] as const).find((name) => {
    const cell = parseCell(row, name);
    return cell !== '' && parseVariants(cell) === undefined;
  });
  return column && { column, message: "Write sizes and stock like 'S:10|M:20', or one number." };
}

function findSpecificationsError(row: CsvRow): CellError | undefined {
  const entry = findEntryWithoutLabel(parseCell(row, 'specifications'));
  if (entry === undefined) return undefined;
  return {
    column: 'specifications',
    message: `'${entry}' is not a label and a text; write 'Material: cotton|Fit: Regular'.`,
  };
}

/**
 * Applies a row to the current product, or says why that is impossible; `draft` is undefined for a
 * product that stays unchanged.
 */
export function applyRow(
  row: ParsedRow,
  current: Product | undefined,
): { readonly draft: ProductDraft | undefined } | { readonly error: CellError } {
  const applied = applyProductRow(row.row, current);
  const unknown = findUnknownSize(row.row, applied.variants as Variant[] | undefined);
  if (unknown !== undefined) return { error: unknown };
  if (current !== undefined && isSame(pickDraftFields(current), applied)) return { draft: undefined };
  const conflict = findConflict(row, current);
  if (conflict !== undefined) return { error: conflict };
  const shortage = findShortage(applied.variants as Variant[] | undefined, current);
  if (shortage !== undefined) return { error: { column: 'variants', message: shortage } };
  const parsed = ProductDraftSchema.safeParse(applied);
  if (!parsed.success) return { error: describeFirst(parsed.error.issues) };
  const problem = findProductProblem(parsed.data);
  return problem === undefined ? { draft: parsed.data } : { error: toCellError(problem) };
}

/** A size from which a row removes more units than pages show. */
function findShortage(variants: readonly Variant[] = [], current: Product | undefined): string | undefined {
  if (current === undefined) return undefined;
  const short = variants.find(({ stock }) => stock < 0);
  const left = short && findVariant(current, short.size)?.stock;
  if (short === undefined || left === undefined) return undefined;
  return describeShortage(current.name, short.size, left, short.stock - left);
}

/** A price, SKU, weight or platform id of a size that the product lacks. */
function findUnknownSize(row: CsvRow, variants: readonly Variant[] = []): CellError | undefined {
  const sizes = new Set(variants.map(({ size }) => size));
  for (const column of VARIANT_COLUMNS) {
    const entries = parseBySize(parseCell(row, column));
    const unknown = [...entries.keys()].find((size) => !sizes.has(size));
    if (unknown !== undefined) return { column, message: `There is no size '${unknown}'.` };
    if (entries.has(undefined) && !sizes.has(undefined))
      return { column, message: "Put the size first, like '2XL:49.00'." };
  }
  return undefined;
}

/**
 * Validates all rows and writes their products in one transaction; writes nothing if a row has an
 * error or `dryRun` is set. Returns at most IMPORT_ERRORS_MAX errors.
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
    const categoryIds = await readCategoryIds(db, transaction);
    const counts = { created: 0, updated: 0, unchanged: 0 };
    const conflicts: RowError[] = [];
    const writes: (() => void)[] = [];
    const book = new StockBook(documentTransaction(db, transaction));
    const move = { ...correctionBy(admin, now), reason: 'imported' } as const;
    for (const [index, snapshot] of snapshots.entries()) {
      const fields = snapshot.data() as ProductFields | undefined;
      const current = fields && { ...fields, id: snapshot.id };
      const result = applyRow(parsedRows[index] as ParsedRow, current);
      if ('error' in result) {
        conflicts.push({ row: index + 1, ...result.error });
        continue;
      }
      const { draft } = result;
      if (draft === undefined) {
        counts.unchanged += 1;
        continue;
      }
      const message = findUnknownCategory(draft.category, current?.category, categoryIds);
      if (message !== undefined) {
        conflicts.push({ row: index + 1, column: 'category', message });
        continue;
      }
      const edited = await editStock(
        book,
        { productId: snapshot.id, name: draft.name, shown: current?.variants, wanted: draft.variants },
        move,
      );
      if ('problem' in edited) {
        conflicts.push({ row: index + 1, column: 'variants', message: edited.problem });
        continue;
      }
      const variants = [...edited.variants];
      counts[current === undefined ? 'created' : 'updated'] += 1;
      const updatedAt = nextVersion(current?.updatedAt, now);
      const inStock = isInStock({ source: fields?.source, status: draft.status }, variants);
      writes.push(() => {
        transaction.set(snapshot.ref, {
          ...serverFields(fields, updatedAt),
          ...draft,
          variants,
          inStock,
          updatedAt,
        });
        const changes = productChanges(fields, { ...draft, variants });
        const entry = createAuditEntry(db, admin, now, {
          action: 'importProducts',
          target: snapshot.ref.path,
          summary: fields === undefined ? `Created ${draft.name}` : summarise(changes),
          ...(fields !== undefined && { changes }),
        });
        transaction.set(entry.ref, entry.fields);
      });
    }
    if (conflicts.length > 0) return rejectedImport(conflicts);
    if (!dryRun && writes.length > 0) {
      book.write();
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
    const message = `Row ${first} already is the product '${result.id}'.`;
    return [{ row: index + 1, column: 'id', message }];
  });
}

/** Why a row cannot be written to the current product, whatever it changes; undefined if it can. */
function findConflict(row: ParsedRow, current: Product | undefined): CellError | undefined {
  if (current === undefined) {
    if (row.draft.variants === undefined)
      return {
        column: 'variants',
        message: "A new product needs sizes and stock like 'S:10|M:20', or one number.",
      };
    if (row.version === '') return undefined;
    return {
      column: 'version',
      message: `The product '${row.id}' no longer exists. To create it again, leave its version empty.`,
    };
  }
  if (row.draft.variants === undefined) return undefined;
  if (row.version !== '' && row.version !== current.updatedAt)
    return {
      column: 'version',
      message: `${current.name} has been changed since this file was exported. Export again, or leave its variants empty to keep the sizes as they are.`,
    };
  const isExported = row.version === (current.updatedAt ?? '') && parseCell(row.row, 'exportedStock') !== '';
  if (isExported || isSame(stocks(current.variants), stocks(row.draft.variants))) return undefined;
  return {
    column: 'variants',
    message: `The stock of ${current.name} can only be changed with the version and the exportedStock of an export. Export again, or leave its variants empty to keep the stock as it is.`,
  };
}

const stocks = (variants: readonly { readonly size?: string | undefined; readonly stock: number }[]) =>
  variants.map(({ size, stock }) => [size, stock]);

/** Compares two values as documents, whose fields are unordered. */
function isSame(before: unknown, after: unknown): boolean {
  const toCanonicalJson = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    );
  return toCanonicalJson(before) === toCanonicalJson(after);
}
