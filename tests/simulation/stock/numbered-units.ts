// A document per unit, with its number. An instance reads some free units from a random position
// and keeps them in memory; an order takes those that are still free. Two orders never write the
// same document, unless a unit comes back.
import {
  orderPath,
  ownPaths,
  readHeld,
  type StockDesign,
  type StockRequest,
  shedding,
  writeOrder,
} from './stock-design.ts';

const CANDIDATES = 20;
/** Candidates that turn out to be taken, before an order gives up and is retried. */
const LOOKS_MAX = 10;

interface Unit {
  readonly state: 'free' | 'taken';
}

export const NUMBERED_UNITS: StockDesign = {
  name: 'numbered units',

  open: (firestore, units) => {
    for (let number = 1; number <= units; number += 1)
      firestore.seed(`units/${unitId(number)}`, { number, state: 'free' });
  },

  take: (request) => shedding(request, () => take(request)),

  giveBack: (store, order) =>
    store.runTransaction(async (transaction) => {
      const held = await readHeld(transaction, order);
      if (held === undefined) return;
      for (const id of held.units as string[]) transaction.update(`units/${id}`, { state: 'free' });
      transaction.update(orderPath(order), { state: 'released' });
    }),

  left: (firestore) =>
    [...firestore.peekCollection('units').values()].filter(({ state }) => state === 'free').length,
};

async function take(request: StockRequest): Promise<'taken' | 'sold-out'> {
  const { store, instance, order } = request;
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const ids = await freeUnits(request);
    if (ids.length < order.quantity) return 'sold-out';
    const outcome = await store.runTransaction(async (transaction) => {
      const paths = ids.map((id) => `units/${id}`);
      const [existing, ...read] = await transaction.getAll<unknown>([...ownPaths(order), ...paths]);
      if (existing !== null) return 'taken';
      const units = read.slice(-ids.length) as Unit[];
      if (units.some(({ state }) => state !== 'free')) return 'again';
      for (const path of paths) transaction.update(path, { state: 'taken' });
      writeOrder(transaction, order, { units: ids });
      return 'taken';
    });
    if (outcome === 'taken') return 'taken';
  }
  instance.candidates.length = 0;
  throw new Error('Others took every unit that this order tried.');
}

/** The units of an order, from the instance's memory; none if too few are left. */
async function freeUnits({ store, instance, order }: StockRequest): Promise<string[]> {
  const { candidates, random } = instance;
  const find = (after: string) =>
    store.find({ collection: 'units', where: { state: 'free' }, limit: CANDIDATES, after });
  // Other requests of the instance take candidates, too, while this one waits for them.
  while (candidates.length < order.quantity) {
    const found = await find(unitId(random.below(1_000_000)));
    const more = found.length < CANDIDATES ? await find('') : [];
    const free = new Set([...candidates, ...found.map(({ id }) => id), ...more.map(({ id }) => id)]);
    candidates.splice(0, candidates.length, ...free);
    if (free.size < order.quantity) return [];
  }
  return Array.from({ length: order.quantity }, () => {
    const [id] = candidates.splice(random.below(candidates.length), 1);
    return id as string;
  });
}

/** Maps consecutive numbers to non-consecutive ids. */
function unitId(number: number): string {
  return Math.imul(number, 0x9e3779b1).toString(36).replace('-', 'x').padStart(8, '0');
}
