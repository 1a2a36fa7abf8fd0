// The stock of a size as shards. An order takes from a random shard, then from one of two others,
// and reads all of them only if these have too little, so the last units sell out, even two in
// different shards.
import type { DocumentTransaction } from '../../../functions/src/firestore/document-store.ts';
import {
  orderPath,
  ownPaths,
  readHeld,
  type StockDesign,
  type StockRequest,
  shedding,
  type UnitOrder,
  writeOrder,
} from './stock-design.ts';

const SHARDS = 20;
const ALL = Array.from({ length: SHARDS }, (_, index) => `stock/hoodie-${index}`);

interface Shard {
  readonly stock: number;
}

/** Units by shard. */
type Shares = Record<string, number>;

export const STOCK_SHARDS: StockDesign = {
  name: `${SHARDS} shards`,

  open: (firestore, units) => {
    for (const [index, path] of ALL.entries())
      firestore.seed(path, { stock: Math.floor((units + index) / SHARDS) });
  },

  take: (request) =>
    shedding(request, () => request.store.runTransaction((transaction) => take(transaction, request))),

  giveBack: (store, order) =>
    store.runTransaction(async (transaction) => {
      const held = await readHeld(transaction, order);
      if (held === undefined) return;
      const shares = Object.entries(held.shares as Shares);
      const shards = await transaction.getAll<Shard>(shares.map(([path]) => path));
      for (const [index, [path, units]] of shares.entries())
        transaction.update(path, { stock: (shards[index] as Shard).stock + units });
      transaction.update(orderPath(order), { state: 'released' });
    }),

  left: (firestore) => ALL.reduce((sum, path) => sum + (firestore.peek(path) as unknown as Shard).stock, 0),
};

async function take(
  transaction: DocumentTransaction,
  { instance, order }: StockRequest,
): Promise<'taken' | 'sold-out'> {
  const first = instance.random.below(SHARDS);
  const at = (step: number) => ALL[(first + step * 7) % SHARDS] as string;
  const stock = new Map<string, number>();
  const [shard, existing] = await transaction.getAll<unknown>([at(0), ...ownPaths(order)]);
  if (existing !== null) return 'taken';
  stock.set(at(0), (shard as Shard).stock);
  for (const more of [[at(1), at(2)], ALL.filter((path) => ![at(0), at(1), at(2)].includes(path))]) {
    if (planShares(stock, order) !== undefined) break;
    const read = await transaction.getAll<Shard>(more);
    for (const [index, path] of more.entries()) stock.set(path, (read[index] as Shard).stock);
  }
  const shares = planShares(stock, order);
  if (shares === undefined) return 'sold-out';
  for (const [path, units] of Object.entries(shares))
    transaction.update(path, { stock: (stock.get(path) as number) - units });
  writeOrder(transaction, order, { shares });
  return 'taken';
}

/** What an order takes from these shards: from a single one with enough, if possible. */
function planShares(stock: ReadonlyMap<string, number>, { quantity }: UnitOrder): Shares | undefined {
  const [enough] = [...stock].find(([, units]) => units >= quantity) ?? [];
  if (enough !== undefined) return { [enough]: quantity };
  const shares: Shares = {};
  let missing = quantity;
  for (const [path, units] of stock) {
    const taken = Math.min(units, missing);
    if (taken > 0) shares[path] = taken;
    missing -= taken;
  }
  return missing === 0 ? shares : undefined;
}
