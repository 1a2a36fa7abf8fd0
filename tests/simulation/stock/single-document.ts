import { orderPath, ownPaths, readHeld, type StockDesign, writeOrder } from './stock-design.ts';

const PRODUCT = 'products/hoodie';

interface Product {
  readonly stock: number;
}

/** The bad example: the stock is a field of the product. */
export const SINGLE_DOCUMENT: StockDesign = {
  name: 'one document',

  open: (firestore, units) => firestore.seed(PRODUCT, { stock: units }),

  take: ({ store, order, instance }) =>
    instance.runExclusive([PRODUCT], () =>
      store.runTransaction(async (transaction) => {
        const [product, existing] = await transaction.getAll<unknown>([PRODUCT, ...ownPaths(order)]);
        if (existing !== null) return 'taken';
        const { stock } = product as Product;
        if (stock < order.quantity) return 'sold-out';
        transaction.update(PRODUCT, { stock: stock - order.quantity });
        writeOrder(transaction, order);
        return 'taken';
      }),
    ),

  giveBack: (store, order) =>
    store.runTransaction(async (transaction) => {
      const held = await readHeld(transaction, order);
      if (held === undefined) return;
      const { stock } = (await transaction.get<Product>(PRODUCT)) as Product;
      transaction.update(PRODUCT, { stock: stock + order.quantity });
      transaction.update(orderPath(order), { state: 'released' });
    }),

  left: (firestore) => (firestore.peek(PRODUCT) as unknown as Product).stock,
};
