import { setTimeout as sleep } from 'node:timers/promises';
import { CorrectStockRequestSchema } from '@savepoint/model/stock-movement';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { callable } from '../callable/callable.ts';
import { functionSettings } from '../config/function-settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { keyedMutex } from '../firestore/keyed-mutex.ts';
import * as corrections from './correct-stock.ts';
import { countStock } from './count-stock.ts';

/** The events of a product wait for each other: most then find themselves already counted. */
const runExclusive = keyedMutex();

/** Updates the shown stock; see count-stock.ts. */
export const onStockShardWritten = onDocumentWritten(
  {
    ...functionSettings('onStockShardWritten'),
    document: 'products/{productId}/stockShards/{shard}',
    retry: true,
  },
  ({ params: { productId }, time }) =>
    runExclusive([productId], () => {
      const context = { store: firestoreDocumentStore(database()), now: () => new Date(), sleep };
      return countStock(context, productId, new Date(time));
    }),
);

/** Corrects the stock of a size; see correct-stock.ts. */
export const correctStock = callable({
  name: 'correctStock',
  access: 'editCatalogue',
  schema: CorrectStockRequestSchema,
  handle: (request, admin) => corrections.correctStock(database(), admin, request, new Date()),
});
