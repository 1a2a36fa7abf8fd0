// Question: does seeding replace the catalogue, leave everything else, survive being run twice, and refuse what it should?
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateRating } from '../../functions/src/catalog/update-rating.ts';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { hasCatalogue, seedCatalogue } from '../../seed/src/seed-catalogue.ts';

let db: Firestore;
let close: () => Promise<void>;
beforeEach(() => {
  const app = initializeApp({ projectId: `demo-seed-${randomUUID().slice(0, 8)}` }, randomUUID());
  db = getFirestore(app);
  close = () => deleteApp(app);
});
afterEach(() => close());

const count = async (name: string) => (await db.collection(name).count().get()).data().count;

function run(...args: string[]): { code: number | null; output: string } {
  const main = fileURLToPath(new URL('../../seed/src/main.ts', import.meta.url));
  const done = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  return { code: done.status, output: done.stdout + done.stderr };
}

describe('seeding', { timeout: 30_000 }, () => {
  it('deletes what was there and loads the samples, again and again', async () => {
    await db.doc('products/old').set({ name: 'Old' });
    await db.doc('reviews/old').set({ productId: 'old' });
    await db.doc('orders/kept').set({ userId: 'somebody' });
    expect(await seedCatalogue(db)).toBe(true);
    expect(await seedCatalogue(db)).toBe(true);
    expect([
      await count('products'),
      await count('categories'),
      await count('reviews'),
      await count('orders'),
    ]).toEqual([13, 4, 4, 1]);
    expect(await hasCatalogue(db)).toBe(true);
  });

  it('leaves figures as they are when the trigger sees the sample reviews', async () => {
    await seedCatalogue(db);
    const figures = async () => {
      const products = await db.collection('products').get();
      return products.docs.map((product) => [product.id, product.get('rating'), product.get('reviews')]);
    };
    const before = await figures();
    for (const review of (await db.collection('reviews').get()).docs)
      await updateRating(firestoreDocumentStore(db), review.id, String(review.get('productId')));
    expect(await figures()).toEqual(before);
  });

  it('answers false and says so when the database fails', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(db, 'batch').mockImplementation(() => {
      throw new Error('no batch today');
    });
    expect(await seedCatalogue(db)).toBe(false);
    expect(complaint).toHaveBeenCalledWith('Error cleaning and seeding database', expect.any(Error));
    complaint.mockRestore();
  });
});

describe('the seed command', { timeout: 30_000 }, () => {
  it.each([
    [[], 'flag --seed is missing'],
    [['--seed', '--project', 'my-real-shop'], 'not a demo project'],
    [['--seed', '--frobnicate'], "Unknown argument '--frobnicate'"],
  ])('%j: one clear line and exit code 1', (args, words) => {
    const { code, output } = run(...args);
    expect([code, output.includes(words)], output).toEqual([1, true]);
  });

  it('seeds a demo project, and leaves it alone with --if-empty', () => {
    const project = `demo-seed-${randomUUID().slice(0, 8)}`;
    expect(run('--seed', '--project', project)).toMatchObject({ code: 0 });
    expect(run('--seed', '--if-empty', '--project', project).output).toContain('there already');
  });
});
