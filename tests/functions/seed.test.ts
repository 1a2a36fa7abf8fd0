import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { updateRating } from '../../functions/src/reviews/update-rating.ts';
import { main } from '../../seed/src/main.ts';
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
  const program = fileURLToPath(new URL('../../seed/src/main.ts', import.meta.url));
  const result = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { code: result.status, output: result.stdout + result.stderr };
}

describe('seedCatalogue', { timeout: 30_000 }, () => {
  it('replaces products, categories and reviews by the samples and keeps orders, even when run twice', async () => {
    await db.doc('products/old').set({ name: 'Old' });
    await db.doc('reviews/old').set({ productId: 'old' });
    await db.doc('orders/existing').set({ userId: 'somebody' });
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

  it('writes reviews that updateRating does not count again', async () => {
    await seedCatalogue(db);
    const ratings = async () => {
      const products = await db.collection('products').get();
      return products.docs.map((product) => [product.id, product.get('rating'), product.get('reviews')]);
    };
    const before = await ratings();
    for (const review of (await db.collection('reviews').get()).docs)
      await updateRating(firestoreDocumentStore(db), review.id, String(review.get('productId')));
    expect(await ratings()).toEqual(before);
  });

  it('returns false and logs the error when the database fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(db, 'batch').mockImplementation(() => {
      throw new Error('batch failed');
    });
    expect(await seedCatalogue(db)).toBe(false);
    expect(logged).toHaveBeenCalledWith('Error cleaning and seeding database', expect.any(Error));
    logged.mockRestore();
  });
});

describe('the seed command', { timeout: 30_000 }, () => {
  it('exits with 1 and one message without --seed', () => {
    const { code, output } = run();
    expect([code, output.includes('flag --seed is missing')], output).toEqual([1, true]);
  });

  it.each([
    [['--seed', '--project', 'my-real-shop'], 'not a demo project'],
    [['--seed', '--frobnicate'], "Unknown argument '--frobnicate'"],
    [['--seed', '--catalogue', 'huge'], "There is no catalogue 'huge'. The catalogues are: sample, large."],
    [['--seed', '--catalogue'], "There is no catalogue ''"],
  ])('fails with one message for the arguments %j', async (args, message) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await main(args)).toBe(false);
    expect(logged.mock.calls).toEqual([[expect.stringContaining(message)]]);
    logged.mockRestore();
  });

  it('seeds the large catalog, including the samples, with --catalogue large', () => {
    const project = `demo-seed-${randomUUID().slice(0, 8)}`;
    const { code, output } = run('--seed', '--catalogue', 'large', '--project', project);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Seeded 2\d\d products, 4 categories/)]);
  });

  it('seeds a demo project, and does nothing with --if-empty if it has products', () => {
    const project = `demo-seed-${randomUUID().slice(0, 8)}`;
    expect(run('--seed', '--project', project)).toMatchObject({ code: 0 });
    expect(run('--seed', '--if-empty', '--project', project).output).toContain('already has a catalog');
  });
});
