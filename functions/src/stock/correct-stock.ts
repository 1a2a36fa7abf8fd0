import { STOCK_MAX } from '@savepoint/model/product';
import type { CorrectStockRequest, CorrectStockResponse } from '@savepoint/model/stock-movement';
import { movementsPath, sizeKey } from '@savepoint/model/stock-shards';
import { findVariant } from '@savepoint/model/variants';
import type { Firestore } from 'firebase-admin/firestore';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { StockBook, type StoredProduct } from './stock-book.ts';
import { productPath } from './stock-records.ts';

/**
 * Adds units to the stock of a size or removes them, and writes the audit log. A repeated request
 * corrects once. Rejects with not-found for an unknown product or size, and with
 * failed-precondition for more units than are in stock.
 */
export function correctStock(
  db: Firestore,
  admin: Admin,
  { productId, size, units, note, requestId }: CorrectStockRequest,
  now: Date,
): Promise<CorrectStockResponse> {
  return db.runTransaction(async (sdkTransaction) => {
    const transaction = documentTransaction(db, sdkTransaction);
    const [product, done] = await transaction.getAll<unknown>([
      productPath(productId),
      `${movementsPath(productId)}/${requestId}`,
    ]);
    const fields = product as StoredProduct | null;
    if (fields === null || findVariant(fields, size) === undefined)
      throw httpsError('not-found', 'There is no such product or size.');
    const book = new StockBook({ ...transaction, newId: () => requestId });
    const left = (await book.count(productId)).get(sizeKey(size)) ?? 0;
    if (done !== null) return { stock: left };
    const stock = left + units;
    const name = size === undefined ? fields.name : `${fields.name} in ${size}`;
    if (stock < 0 || stock > STOCK_MAX)
      throw httpsError('failed-precondition', `The stock of ${name} is ${left}. It cannot become ${stock}.`, {
        field: 'units',
      });
    const email = admin.email;
    await book.set(productId, size, stock, {
      ...{ at: now, reason: 'corrected', actor: 'admin', note },
      ...(email !== undefined && { email }),
    });
    book.write();
    const entry = createAuditEntry(db, admin, now, {
      action: 'correctStock',
      target: productPath(productId),
      summary: `Stock of ${name} ${units > 0 ? '+' : ''}${units}, ${left} to ${stock}: ${note}`,
    });
    sdkTransaction.set(entry.ref, entry.fields);
    return { stock };
  });
}
