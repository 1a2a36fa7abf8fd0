// The benchmarks through the server SDK.

import type { DocumentReference, Firestore, Query } from '@google-cloud/firestore';
import { type Measurement, type Meter, measureMedian, measureRate } from './measurement.ts';

/** Operations until the JIT compilers of client and server have optimized the hot paths. */
const WARM_UP = 1000;

const small = (i: number) => ({ title: `Product ${i}`, price: i, tags: ['a', 'b'], inStock: true });

/** Sets per second, one at a time. */
export const setSequential = (meter: Meter, db: Firestore) =>
  measureRate(meter, 1500, 1, (i) => db.doc(`sets/s${i}`).set(small(i)), WARM_UP);

/** Sets per second, 100 in flight. */
export const setParallel = (meter: Meter, db: Firestore) =>
  measureRate(meter, 5000, 100, (i) => db.doc(`sets/p${i}`).set(small(i)), WARM_UP);

/** Gets per second, one at a time. */
export const getSequential = (meter: Meter, db: Firestore) =>
  measureRate(meter, 1500, 1, (i) => db.doc(`sets/s${i % 1000}`).get(), WARM_UP);

/** Documents per second, in batches of 500. */
export async function batches(meter: Meter, db: Firestore, total = 20_000): Promise<Measurement> {
  const { value, operations } = await measureRate(meter, total / 500, 1, (n) => {
    const batch = db.batch();
    for (let i = 0; i < 500; i++) batch.set(db.doc(`batches/b${n}-${i}`), small(i));
    return batch.commit();
  });
  return { value: value * 500, operations };
}

/**
 * Read-modify-write transactions per second, 20 at a time, over `documents` documents. Throws if an
 * update is lost.
 */
export async function transactions(
  meter: Meter,
  db: Firestore,
  documents: number,
  count: number,
): Promise<Measurement> {
  const refs = Array.from({ length: documents }, (_, i) => db.doc(`hot${documents}/h${i}`));
  await Promise.all(refs.map((ref) => ref.set({ n: 0 })));
  const measured = await measureRate(meter, count, 20, (i) => {
    const ref = refs[i % documents] as DocumentReference;
    return db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(ref);
      transaction.update(ref, { n: (snapshot.get('n') as number) + 1 });
    });
  });
  const total = (await db.getAll(...refs)).reduce((sum, snapshot) => sum + (snapshot.get('n') as number), 0);
  if (total !== count) throw new Error(`${count - total} of ${count} updates were lost`);
  return measured;
}

/** Seconds to write the documents that the queries read. */
export async function fill(meter: Meter, db: Firestore, count: number): Promise<Measurement> {
  const { value, operations } = await measureRate(meter, Math.ceil(count / 500), 1, (n) => {
    const batch = db.batch();
    for (let i = n * 500; i < Math.min(count, (n + 1) * 500); i++) {
      batch.set(db.doc(`items/document-${String(i).padStart(8, '0')}`), {
        title: `Product ${i}`,
        category: `category-${i % (count / 20)}`,
        price: (i * 7919) % count,
        rating: (i % 50) / 10,
        inStock: i % 3 !== 0,
      });
    }
    return batch.commit();
  });
  return { value: operations / value, operations };
}

async function expectTwenty(query: Query): Promise<void> {
  const { size } = await query.get();
  if (size !== 20) throw new Error(`expected 20 documents, got ${size}`);
}

/** Milliseconds for a query of 20 documents by equality. */
export const equality = (meter: Meter, db: Firestore, rounds = 100) =>
  measureMedian(meter, rounds, () =>
    expectTwenty(db.collection('items').where('category', '==', 'category-7')),
  );

/** Milliseconds for a query of the first 20 documents of a range. */
export const range = (meter: Meter, db: Firestore, rounds = 100) =>
  measureMedian(meter, rounds, () =>
    expectTwenty(db.collection('items').where('price', '>=', 100).orderBy('price').limit(20)),
  );
