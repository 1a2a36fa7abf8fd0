// A document per request. One worker takes the oldest once a second, gives out available units, and
// writes the outcome to the request, to which its shopper listens.
import {
  orderPath,
  readHeld,
  type StockDesign,
  shedding,
  type UnitOrder,
  writeOrder,
} from './stock-design.ts';

const STOCK = 'stock/hoodie';
/** A commit of 100 winners writes 501 documents. */
const BATCH = 100;

interface Stock {
  readonly stock: number;
}

export const INTENT_QUEUE: StockDesign = {
  name: 'intent queue',

  open: (firestore, units) => firestore.seed(STOCK, { stock: units }),

  take: async (request) => {
    const { store, order, now } = request;
    const outcome = await shedding(request, async () => {
      const wish = { ...order, state: 'waiting', createdAt: new Date(now) };
      await store.create(`intents/${order.id}`, wish);
      return 'taken';
    });
    return outcome === 'taken' ? 'waiting' : outcome;
  },

  giveBack: (store, order) =>
    store.runTransaction(async (transaction) => {
      const held = await readHeld(transaction, order);
      if (held === undefined) return;
      const { stock } = (await transaction.get<Stock>(STOCK)) as Stock;
      transaction.update(STOCK, { stock: stock + order.quantity });
      transaction.update(orderPath(order), { state: 'released' });
    }),

  work: async (store) => {
    const waiting = await store.find<UnitOrder>({
      ...{ collection: 'intents', where: { state: 'waiting' } },
      ...{ orderBy: 'createdAt', limit: BATCH },
    });
    if (waiting.length === 0) return;
    await store.runTransaction(async (transaction) => {
      const paths = waiting.map(({ id }) => `intents/${id}`);
      const [first, ...read] = await transaction.getAll<unknown>([STOCK, ...paths]);
      const wishes = read as (UnitOrder & { readonly state: string })[];
      let { stock } = first as Stock;
      for (const [index, { id, uid, quantity, state }] of wishes.entries()) {
        if (state !== 'waiting') continue;
        const isWon = quantity <= stock;
        transaction.update(paths[index] as string, { state: isWon ? 'won' : 'lost' });
        if (!isWon) continue;
        stock -= quantity;
        writeOrder(transaction, { id, uid, quantity });
      }
      if (stock !== (first as Stock).stock) transaction.update(STOCK, { stock });
    });
  },

  left: (firestore) => (firestore.peek(STOCK) as unknown as Stock).stock,
};
