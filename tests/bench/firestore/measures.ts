// Owns the measurements through the server SDK: each takes a database and answers with one figure.

import type { DocumentReference, Firestore, Query } from '@google-cloud/firestore';

/** Operations a second: `count` of them, `inFlight` at a time. */
export async function rate(
  count: number,
  inFlight: number,
  operation: (i: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < count) await operation(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (count / (performance.now() - began)) * 1000;
}

/** The median of `rounds` durations in milliseconds, after a warm-up. */
export async function median(rounds: number, operation: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 5; i++) await operation();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    await operation();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number;
}

const small = (i: number) => ({ title: `Product ${i}`, price: i, tags: ['a', 'b'], inStock: true });

export const setSequential = (db: Firestore) => rate(1500, 1, (i) => db.doc(`sets/s${i}`).set(small(i)));
export const setParallel = (db: Firestore) => rate(6000, 100, (i) => db.doc(`sets/p${i}`).set(small(i)));
export const getSequential = (db: Firestore) => rate(1500, 1, (i) => db.doc(`sets/s${i % 1000}`).get());

/** Documents a second, in batches of 500. */
export async function batches(db: Firestore, total = 20_000): Promise<number> {
  const perSecond = await rate(total / 500, 1, (n) => {
    const batch = db.batch();
    for (let i = 0; i < 500; i++) batch.set(db.doc(`batches/b${n}-${i}`), small(i));
    return batch.commit();
  });
  return perSecond * 500;
}

/** Read-modify-write transactions a second, 20 at a time, over `documents` documents. Checks that none is lost. */
export async function transactions(db: Firestore, documents: number, count: number): Promise<number> {
  const refs = Array.from({ length: documents }, (_, i) => db.doc(`hot${documents}/h${i}`));
  await Promise.all(refs.map((ref) => ref.set({ n: 0 })));
  const perSecond = await rate(count, 20, (i) => {
    const ref = refs[i % documents] as DocumentReference;
    return db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(ref);
      transaction.update(ref, { n: (snapshot.get('n') as number) + 1 });
    });
  });
  const total = (await db.getAll(...refs)).reduce((sum, snapshot) => sum + (snapshot.get('n') as number), 0);
  if (total !== count) throw new Error(`${count - total} of ${count} updates were lost`);
  return perSecond;
}

/** Writes the documents that the queries below read. */
export async function fill(db: Firestore, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const batch = db.batch();
    for (let i = from; i < Math.min(count, from + 500); i++) {
      batch.set(db.doc(`items/document-${String(i).padStart(8, '0')}`), {
        title: `Product ${i}`,
        category: `category-${i % (count / 20)}`,
        price: (i * 7919) % count,
        rating: (i % 50) / 10,
        inStock: i % 3 !== 0,
      });
    }
    await batch.commit();
  }
}

async function expectTwenty(query: Query): Promise<void> {
  const { size } = await query.get();
  if (size !== 20) throw new Error(`expected 20 documents, got ${size}`);
}

/** Milliseconds for the 20 documents with one value. */
export const equality = (db: Firestore, rounds = 100) =>
  median(rounds, () => expectTwenty(db.collection('items').where('category', '==', 'category-7')));

/** Milliseconds for the first 20 documents of a range, in order. */
export const range = (db: Firestore, rounds = 100) =>
  median(rounds, () =>
    expectTwenty(db.collection('items').where('price', '>=', 100).orderBy('price').limit(20)),
  );
