// Staff's changes of drops. A drop and its product are written in one transaction, so that the
// product is sold in only one way at a time.
import { randomBytes } from 'node:crypto';
import { commitmentOf } from '@savepoint/model/draw';
import {
  type DropFields,
  DropFieldsSchema,
  findDropChangeProblem,
  findDropProblem,
  type SaveDropRequest,
  type SaveDropResponse,
} from '@savepoint/model/drop';
import { type DropBooks, newBooks } from '@savepoint/model/drop-entry';
import { dropPhase } from '@savepoint/model/drop-phase';
import { findVariant, type ProductFields, type Variant } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import { sizeKey } from '@savepoint/model/stock-shards';
import type { Firestore } from 'firebase-admin/firestore';
import { findAuditChanges } from '../audit/audit-changes.ts';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { slugOf } from '../catalog/save-product.ts';
import {
  type DropDocument,
  type DropSecret,
  dropBooksPath,
  dropPath,
  dropSecretPath,
} from '../editions/drop-records.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { StockBook } from '../stock/stock-book.ts';

const SEED_BYTES = 32;
const NO_SUCH_DROP = 'There is no such drop.';

/**
 * Announces or changes a drop, and writes the audit log. Rejects with invalid-argument and the
 * field for an invalid change, with already-exists for a taken title, with not-found, and with
 * aborted if it has changed since the edited `version`.
 */
export async function saveDrop(
  db: Firestore,
  admin: Admin,
  { dropId, version, drop }: SaveDropRequest,
  now: Date,
): Promise<SaveDropResponse> {
  const id = dropId ?? slugOf(drop.title);
  const seed = randomBytes(SEED_BYTES).toString('hex');
  const commitment = await commitmentOf(seed);
  refuse(findDropProblem(drop));
  return db.runTransaction(async (sdkTransaction) => {
    const transaction = documentTransaction(db, sdkTransaction);
    const [before, books, product] = (await transaction.getAll<unknown>([
      dropPath(id),
      dropBooksPath(id),
      `products/${drop.productId}`,
    ])) as [DropDocument | null, DropBooks | null, ProductFields | null];
    if (dropId === undefined && before !== null)
      throw httpsError('already-exists', `There is already a drop named ${before.title}.`, {
        field: 'drop.title',
      });
    if (dropId !== undefined && before === null) throw httpsError('not-found', NO_SUCH_DROP);
    if (before !== null) {
      if (before.updatedAt !== version)
        throw httpsError(
          'aborted',
          'This drop has changed in the meantime. Reload the page to see how it is now.',
        );
      refuse(findDropChangeProblem(before, drop, books?.issued ?? 0, now));
    } else if (Date.parse(drop.closesAt) <= now.getTime())
      refuse({ field: 'closesAt', message: 'The drop must close in the future.' });
    const units = await new StockBook(transaction).count(drop.productId);
    refuse(findProductProblem(product, id, drop, books, units));
    const updatedAt = nextVersion(before?.updatedAt, now);
    const { state = 'announced', isStopped, draw, createdAt = updatedAt } = before ?? {};
    const stored: DropDocument = {
      ...drop,
      ...{ state, createdAt, updatedAt },
      ...(isStopped && { isStopped }),
      ...(draw && { draw }),
      ...(drop.kind === 'draw' && { commitment: before?.commitment ?? commitment }),
    };
    transaction.set(dropPath(id), stored);
    transaction.set(dropBooksPath(id), { ...(books ?? newBooks(drop.units)), units: drop.units });
    if (before === null) {
      if (drop.kind === 'draw') transaction.set(dropSecretPath(id), { seed } satisfies DropSecret);
      transaction.update(`products/${drop.productId}`, {
        drop: { id, ...(drop.size !== undefined && { size: drop.size }) },
        updatedAt: nextVersion(product?.updatedAt, now),
      });
    }
    const changes = findAuditChanges(auditFields(before), auditFields(drop), [
      ...Object.keys(DropFieldsSchema.shape),
    ]);
    const entry = createAuditEntry(db, admin, now, {
      action: 'saveDrop',
      target: dropPath(id),
      summary: `${before === null ? 'Announced' : 'Changed'} ${drop.title}`,
      ...(before !== null && { changes }),
    });
    sdkTransaction.set(entry.ref, entry.fields);
    return { dropId: id, version: updatedAt };
  });
}

/** Stops a drop: no more units are given out. Those who have units can still order them in time. */
export function stopDrop(db: Firestore, admin: Admin, dropId: string, now: Date): Promise<void> {
  return db.runTransaction(async (sdkTransaction) => {
    const transaction = documentTransaction(db, sdkTransaction);
    const drop = await transaction.get<DropDocument>(dropPath(dropId));
    if (drop === null) throw httpsError('not-found', NO_SUCH_DROP);
    const phase = dropPhase(drop, now);
    if (phase === 'stopped') return;
    if (phase === 'ended') throw httpsError('failed-precondition', 'This drop has ended.');
    transaction.update(dropPath(dropId), { isStopped: true, updatedAt: nextVersion(drop.updatedAt, now) });
    const entry = createAuditEntry(db, admin, now, {
      action: 'stopDrop',
      target: dropPath(dropId),
      summary: `Stopped ${drop.title}`,
    });
    sdkTransaction.set(entry.ref, entry.fields);
  });
}

interface Problem {
  readonly field: string;
  readonly message: string;
}

function refuse(problem: Problem | undefined): void {
  if (problem !== undefined)
    throw httpsError('invalid-argument', problem.message, { field: `drop.${problem.field}` });
}

/** The reason why a drop cannot sell a product: its units have to be in stock. */
function findProductProblem(
  product: ProductFields | null,
  dropId: string,
  { size, units }: DropFields,
  books: DropBooks | null,
  stockBySize: ReadonlyMap<string, number>,
): Problem | undefined {
  if (product === null) return { field: 'productId', message: 'There is no such product.' };
  if (product.drop !== undefined && product.drop.id !== dropId)
    return { field: 'productId', message: `${product.name} is in another drop already.` };
  const variant = size === undefined ? undefined : findVariant(product, size);
  if (size !== undefined && variant === undefined)
    return { field: 'size', message: `${product.name} does not come in ${size}.` };
  const stockOf = (each: Variant) => stockBySize.get(sizeKey(each.size)) ?? 0;
  const stock = variant ? stockOf(variant) : product.variants.reduce((sum, each) => sum + stockOf(each), 0);
  const needed = units - (books?.issued ?? 0);
  return stock >= needed
    ? undefined
    : { field: 'units', message: `Only ${stock} are in stock. Add stock, or plan a smaller edition.` };
}

/** The audit log compares plain values; the list of early access is private. */
function auditFields(drop: DropFields | null): Record<string, unknown> {
  if (drop === null) return {};
  const { earlyAccess, ...fields } = drop;
  return {
    ...fields,
    ...(earlyAccess && { earlyAccess: `${earlyAccess.hours} hours, ${earlyAccess.emails.length} accounts` }),
  };
}
