import { assertFails, assertSucceeds } from '@firebase/rules-unit-testing';
import { AddressSchema } from '@savepoint/model/address';
import { CartLineSchema } from '@savepoint/model/cart-line';
import { CART_LINES_MAX } from '@savepoint/model/limits';
import { WISHLIST_MAX } from '@savepoint/model/user';
import { WishlistItemSchema } from '@savepoint/model/wishlist-item';
import { doc, type Firestore, serverTimestamp, setDoc } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OWNER, OWNER_EMAIL, RulesDatabase } from './rules-environment.ts';

let database: RulesDatabase;
let db: Firestore;
beforeAll(async () => {
  database = await RulesDatabase.open();
  db = database.as('owner');
});
afterAll(() => database.close());
beforeEach(() => database.clear());

const record = {
  uid: OWNER,
  email: OWNER_EMAIL,
  displayName: 'Owner',
  createdAt: serverTimestamp(),
  updatedAt: serverTimestamp(),
  cart: [] as unknown[],
  orders: [] as unknown[],
  wishlist: [] as unknown[],
};
const create = (fields: object) => setDoc(doc(db, 'users', OWNER), { ...record, ...fields });
const merge = (fields: object) => setDoc(doc(db, 'users', OWNER), fields, { merge: true });

const cartLine = {
  id: 'save-point-tee',
  size: 'M',
  name: 'Tee',
  image: '/art/a.webp',
  price: 45,
  quantity: 2,
};
const wishlistItem = {
  id: '1',
  name: 'Tee',
  image: 'https://img.test/a.webp',
  price: 45,
  addedAt: '2026-11-01T00:00:00.000Z',
};
const address = { name: 'Ada', line1: '1 Way', city: 'Town', postalCode: '1', country: 'US' };

const INVALID_CART_LINES: Readonly<Record<string, object>> = {
  'no id': { ...cartLine, id: '' },
  'a number as id': { ...cartLine, id: 7 },
  'a long name': { ...cartLine, name: 'x'.repeat(201) },
  'a javascript image': { ...cartLine, image: 'javascript:alert(1)' },
  'a data image': { ...cartLine, image: 'data:image/png;base64,AA' },
  'an image of another host': { ...cartLine, image: '//evil.test/a.png' },
  'an image over plain http': { ...cartLine, image: 'http://evil.test/a.png' },
  'an image that pretends to be local': { ...cartLine, image: 'http://127.0.0.1.evil.test/a.png' },
  'a negative price': { ...cartLine, price: -1 },
  'a price in text': { ...cartLine, price: '45' },
  'a huge price': { ...cartLine, price: 1e21 },
  'quantity 0': { ...cartLine, quantity: 0 },
  'quantity 1.5': { ...cartLine, quantity: 1.5 },
  'quantity 100': { ...cartLine, quantity: 100 },
  'quantity in text': { ...cartLine, quantity: '2' },
  'an empty size': { ...cartLine, size: '' },
};
const INVALID_WISHLIST_ITEMS: Readonly<Record<string, object>> = {
  'a number as id': { ...wishlistItem, id: 1 },
  'no name': { ...wishlistItem, name: '' },
  'a javascript image': { ...wishlistItem, image: 'javascript:alert(1)' },
  'a negative price': { ...wishlistItem, price: -1 },
  'no date': { id: '1', name: 'Tee', image: '/a.webp', price: 45 },
};
const INVALID_ADDRESSES: Readonly<Record<string, object>> = {
  'no name': { ...address, name: '' },
  'a country in small letters': { ...address, country: 'us' },
  'a long line': { ...address, line1: 'x'.repeat(201) },
  'a number as postal code': { ...address, postalCode: 12345 },
  'an unknown field': { ...address, planet: 'Mars' },
};

const LISTS = [
  {
    field: 'cart',
    schema: CartLineSchema,
    valid: cartLine,
    invalid: INVALID_CART_LINES,
    max: CART_LINES_MAX,
  },
  {
    field: 'savedForLater',
    schema: CartLineSchema,
    valid: cartLine,
    invalid: INVALID_CART_LINES,
    max: CART_LINES_MAX,
  },
  {
    field: 'wishlist',
    schema: WishlistItemSchema,
    valid: wishlistItem,
    invalid: INVALID_WISHLIST_ITEMS,
    max: WISHLIST_MAX,
  },
  { field: 'addresses', schema: AddressSchema, valid: address, invalid: INVALID_ADDRESSES, max: 10 },
] as const;

for (const { field, schema, valid, invalid, max } of LISTS) {
  describe(field, () => {
    it(`${field} accepts what its schema accepts, up to ${max} entries`, async () => {
      expect(schema.safeParse(valid).success).toBe(true);
      await assertSucceeds(create({ [field]: [valid] }));
      await assertSucceeds(merge({ [field]: Array.from({ length: max }, () => valid) }));
      await assertSucceeds(merge({ [field]: [] }));
    });

    it(`${field} rejects ${max + 1} entries and anything except a list`, async () => {
      await assertFails(create({ [field]: Array.from({ length: max + 1 }, () => valid) }));
      await assertFails(create({ [field]: 'text' }));
      await assertFails(create({ [field]: { 0: valid } }));
    });

    for (const [what, entry] of Object.entries(invalid))
      it(`${field} rejects ${what} as first and as last entry, like its schema`, async () => {
        expect(schema.safeParse(entry).success).toBe(false);
        await assertFails(create({ [field]: [entry, valid] }));
        await assertFails(create({ [field]: [valid, entry] }));
      });
  });
}

describe('a user record', () => {
  it('is created only by its own user, with their email and without orders', async () => {
    await assertFails(create({ orders: ['somebody-elses'] }));
    await assertFails(create({ uid: 'other-uid' }));
    await assertFails(create({ email: 'admin@example.com' }));
    await assertSucceeds(create({}));
  });

  it('rejects a save of the cart with a version other than that of the last payment', async () => {
    await assertFails(create({ cartVersion: 1 }));
    await assertSucceeds(create({ cartVersion: 0 }));
    await assertSucceeds(merge({ cart: [cartLine], cartVersion: 0 }));
    await database.write(`users/${OWNER}`, { cart: [], cartVersion: 1 }, { merge: true });
    await assertFails(merge({ cart: [cartLine], cartVersion: 0 }));
    await assertFails(merge({ cart: [cartLine], cartVersion: 2 }));
    await assertSucceeds(merge({ cart: [cartLine], cartVersion: 1 }));
  });

  it('rejects roles and unknown fields', async () => {
    await create({});
    for (const fields of [{ admin: true }, { role: 'admin' }, { claims: {} }, { credit: 100 }])
      await assertFails(merge(fields));
  });

  it('rejects changes of orders, createdAt and email by its user', async () => {
    await create({});
    await assertFails(merge({ orders: ['order-1'] }));
    await assertFails(merge({ createdAt: new Date(0) }));
    await assertFails(merge({ email: 'other@example.com' }));
    await assertSucceeds(
      merge({ displayName: 'Someone', photoURL: 'https://img.test/me.png', updatedAt: serverTimestamp() }),
    );
  });

  it('rejects a display name of 10,000 characters, a javascript photo, and an unknown field', async () => {
    await assertFails(create({ displayName: 'x'.repeat(10_000) }));
    await assertFails(create({ photoURL: 'javascript:alert(1)' }));
    await assertFails(create({ displayName: 5 }));
    await assertFails(create({ theme: 'dark' }));
  });
});
