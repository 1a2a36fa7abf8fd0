import { randomUUID } from 'node:crypto';
import {
  movementsPath,
  type StockShard,
  sizeKey,
  stockShardPath,
  stockShardPaths,
  sumUnits,
} from '@savepoint/model/stock-shards';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { moveStock } from '../../scripts/move-stock.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

it('npm run move-stock moves the stock of each product once, supports a dry run, and continues where it stopped', async () => {
  const app = initializeApp({ projectId: `demo-stock-${randomUUID().slice(0, 8)}` }, randomUUID());
  const db = getFirestore(app);
  const unitsOf = async (id: string) => {
    const shards = await db.getAll(...stockShardPaths(id).map((path) => db.doc(path)));
    return sumUnits(shards.map((shard) => shard.data() as StockShard | undefined));
  };
  const movedOf = async (id: string) => {
    const { docs } = await db.collection(movementsPath(id)).get();
    return docs.reduce((sum, movement) => sum + Number(movement.get('units')), 0);
  };
  const named: string[] = [];
  const move = (options: { isDry: boolean; after?: string }) =>
    moveStock(db, { ...options, now: NOW, report: (last) => named.push(last) });
  try {
    const sizes = [
      { size: 'S', stock: 3 },
      { size: 'M', stock: 41 },
      { size: 'L', stock: 0 },
    ];
    await db.doc('products/a').set({ name: 'A', variants: sizes });
    await db.doc('products/b').set({ name: 'B', variants: [{ stock: 7 }] });
    // Units that an order returned before the command ran.
    await db.doc(stockShardPath('b', 4)).set({ units: { [sizeKey(undefined)]: 2 } });
    await db
      .doc(`${movementsPath('b')}/released`)
      .set({ units: 2, reason: 'expired', actor: 'system', at: NOW });
    await db.doc('products/c').set({ name: 'C', variants: [{ stock: 9 }], stockAt: NOW.toISOString() });
    await db.doc('products/broken').set({ name: 'No sizes' });
    expect(await move({ isDry: true })).toEqual({ read: 4, moved: 3, units: 51 });
    expect([...(await unitsOf('a'))]).toEqual([]);
    expect(await move({ isDry: false, after: 'a' })).toEqual({ read: 3, moved: 2, units: 7 });
    expect([...(await unitsOf('a'))]).toEqual([]);
    expect(await move({ isDry: false })).toEqual({ read: 4, moved: 1, units: 44 });
    expect(await move({ isDry: false })).toEqual({ read: 4, moved: 0, units: 0 });
    expect(await unitsOf('a')).toEqual(
      new Map([
        [sizeKey('S'), 3],
        [sizeKey('M'), 41],
      ]),
    );
    expect(await unitsOf('b')).toEqual(new Map([[sizeKey(undefined), 9]]));
    expect([await movedOf('a'), await movedOf('b'), await movedOf('c')]).toEqual([44, 9, 0]);
    expect((await db.doc('products/a').get()).data()).toMatchObject({
      variants: sizes,
      stockAt: NOW.toISOString(),
    });
    expect(named.at(-1)).toBe('c');
  } finally {
    await deleteApp(app);
  }
}, 60_000);
