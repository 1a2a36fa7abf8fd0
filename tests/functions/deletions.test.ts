// Deletions by staff can be restored unchanged.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createProduct, createUser, db, productDraft, type TestUser } from './stack.ts';

let admin: TestUser;
beforeAll(async () => {
  admin = await createUser({ admin: true });
});

const read = async (path: string) => (await db().doc(path).get()).data();
const send = (name: string, data: object) => call<{ deletedId: string }>(name, data, admin.token);

async function createCategory(): Promise<string> {
  const id = `category-${randomUUID().slice(0, 8)}`;
  const fields = { name: `Hats ${id}`, image: '/art/x.webp', description: '', featured: false, position: 3 };
  await db().doc(`categories/${id}`).set(fields);
  return id;
}

describe('deleteProduct and restoreDeleted', { timeout: 60_000 }, () => {
  it('remove a product and restore it unchanged, with two entries of the audit log', async () => {
    const id = await createProduct(10, { updatedAt: '2026-01-01T00:00:00.000Z', sizeNote: 'unknown field' });
    const before = await read(`products/${id}`);
    const { result } = await send('deleteProduct', { productId: id, version: '2026-01-01T00:00:00.000Z' });
    expect(await read(`products/${id}`)).toBeUndefined();
    expect((await send('restoreDeleted', { deletedId: result.deletedId })).error).toBeUndefined();
    // Meanwhile a trigger counts the stock of the new product.
    const restored = await read(`products/${id}`);
    expect(restored).toEqual({ ...before, stockAt: restored?.stockAt });
    const { docs } = await db().collection('audit').where('target', '==', `products/${id}`).get();
    expect(docs.map((entry) => [entry.get('action'), entry.get('deletedId')]).sort()).toEqual([
      ['deleteProduct', result.deletedId],
      ['restoreDeleted', undefined],
    ]);
    expect((await send('restoreDeleted', { deletedId: result.deletedId })).error.status).toBe('NOT_FOUND');
  });

  it('reject a product that has changed since it was seen, a synced product, and an unknown one', async () => {
    const changed = await createProduct(1, { updatedAt: '2026-01-02T00:00:00.000Z' });
    const old = { productId: changed, version: '2026-01-01T00:00:00.000Z' };
    expect((await send('deleteProduct', old)).error.status).toBe('ABORTED');
    const synced = await createProduct(1, { source: 'shopify' });
    const refused = await send('deleteProduct', { productId: synced });
    expect([refused.error.status, refused.error.message]).toEqual([
      'FAILED_PRECONDITION',
      expect.stringMatching(/Archive it, or delete it in Shopify\.$/),
    ]);
    expect((await send('deleteProduct', { productId: 'nothing' })).error.status).toBe('NOT_FOUND');
    expect(await read(`products/${changed}`)).toBeDefined();
    expect(await read(`products/${synced}`)).toBeDefined();
  });

  it('do not overwrite a product that was created in place of the deleted one', async () => {
    const id = await createProduct(1);
    const { result } = await send('deleteProduct', { productId: id });
    await db().doc(`products/${id}`).set({ name: 'New' });
    expect((await send('restoreDeleted', { deletedId: result.deletedId })).error.status).toBe(
      'ALREADY_EXISTS',
    );
    expect(await read(`products/${id}`)).toEqual({ name: 'New' });
  });
});

describe('deleteCategory', { timeout: 60_000 }, () => {
  it('rejects a category with products and reports their number, and deletes an empty one until it is restored', async () => {
    const id = await createCategory();
    const product = await createProduct(1, { category: id });
    const refused = await send('deleteCategory', { categoryId: id });
    expect([refused.error.status, refused.error.message]).toEqual([
      'FAILED_PRECONDITION',
      expect.stringMatching(/has one product\. Move them to another category first\.$/),
    ]);
    await db().doc(`products/${product}`).delete();
    const before = await read(`categories/${id}`);
    const { result } = await send('deleteCategory', { categoryId: id });
    expect(await read(`categories/${id}`)).toBeUndefined();
    await send('restoreDeleted', { deletedId: result.deletedId });
    expect(await read(`categories/${id}`)).toEqual(before);
  });
});

describe('a category that does not exist', { timeout: 60_000 }, () => {
  const unknown = /There is no category 'no-such'\. The categories are: .*apparel/;

  it.each([
    [
      'saveProduct of a new product',
      'saveProduct',
      'product.category',
      () => ({ product: productDraft({ category: 'no-such' }) }),
    ],
    [
      'saveProduct',
      'saveProduct',
      'product.category',
      (productId: string) => ({ productId, product: productDraft({ category: 'no-such' }) }),
    ],
    [
      'patchProducts',
      'patchProducts',
      'products.0.changes.category',
      (productId: string) => ({ products: [{ productId, changes: { category: 'no-such' } }] }),
    ],
  ])('is refused by %s by the name of the field', async (_, name, field, request) => {
    const id = await createProduct(1);
    const { error } = await send(name, request(id));
    expect(error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(unknown),
      details: { field },
    });
    expect((await db().collection('products').where('category', '==', 'no-such').get()).size).toBe(0);
  });

  it('is rejected by restoreDeleted for a product, which can be restored once the category exists', async () => {
    const category = await createCategory();
    const before = await read(`categories/${category}`);
    const id = await createProduct(1, { category });
    const product = await send('deleteProduct', { productId: id });
    await send('deleteCategory', { categoryId: category });
    const { deletedId } = product.result;
    const refused = await send('restoreDeleted', { deletedId });
    expect(refused.error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { field: 'category' } });
    await db()
      .doc(`categories/${category}`)
      .set(before as object);
    expect((await send('restoreDeleted', { deletedId })).error).toBeUndefined();
  });

  it('stays that of a product that already has it', async () => {
    const id = await createProduct(1, { category: 'long-gone' });
    const request = { products: [{ productId: id, changes: { category: 'long-gone', featured: true } }] };
    expect((await send('patchProducts', request)).error).toBeUndefined();
    await db().doc(`products/${id}`).delete();
  });

  it('has no product after a product was added to a category during its deletion', async () => {
    for (let round = 0; round < 5; round += 1) {
      const category = await createCategory();
      const id = await createProduct(1);
      const [patched, deleted] = await Promise.all([
        send('patchProducts', { products: [{ productId: id, changes: { category } }] }),
        send('deleteCategory', { categoryId: category }),
      ]);
      expect([patched.error, deleted.error].filter((error) => error === undefined)).toHaveLength(1);
      const isThere = (await read(`categories/${category}`)) !== undefined;
      expect((await read(`products/${id}`))?.category === category).toBe(isThere);
    }
  });

  it('does not result from deleteCategory while a sync runs, which may add products to it', async () => {
    const category = await createCategory();
    await db().doc('syncState/lease').set({ syncId: 's', holder: 'h', expiresAt: '2020-01-01T00:00:00Z' });
    const refused = await send('deleteCategory', { categoryId: category });
    await db().doc('syncState/lease').delete();
    expect(refused.error).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect((await send('deleteCategory', { categoryId: category })).error).toBeUndefined();
  });
});

describe('orderCategories and saveCategory', { timeout: 60_000 }, () => {
  it('store the positions of all categories, which a later save keeps, and reject an incomplete list', async () => {
    const id = await createCategory();
    const all = (await db().collection('categories').get()).docs.map((document) => document.id);
    const wanted = [id, ...all.filter((other) => other !== id)];
    expect((await send('orderCategories', { categoryIds: all.slice(1) })).error.status).toBe(
      'FAILED_PRECONDITION',
    );
    expect((await send('orderCategories', { categoryIds: wanted })).error).toBeUndefined();
    const category = { name: 'Caps', image: '/art/x.webp', description: '', featured: true };
    await send('saveCategory', { categoryId: id, category });
    expect(await read(`categories/${id}`)).toEqual({ ...category, position: 0 });
    const { docs } = await db().collection('audit').where('target', '==', `categories/${id}`).get();
    expect(docs[0]?.get('changes')).toEqual([
      { field: 'name', before: `Hats ${id}`, after: 'Caps' },
      { field: 'featured', before: false, after: true },
    ]);
    await db().doc(`categories/${id}`).delete();
  });
});
