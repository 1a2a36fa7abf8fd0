// The schemas in model and firestore.rules validate the same fields in two languages. Random
// fields, most of them near a limit, must get the same verdict from both. Rules have no loops, so
// only the first and the last entry of a list are compared.
import { isDeepStrictEqual } from 'node:util';
import { ContactMessageSchema, EmailRequestSchema } from '@savepoint/model/callables';
import { parseCartLines } from '@savepoint/model/cart';
import { allowLoopbackImages } from '@savepoint/model/image-url';
import { ADDRESSES_MAX, CART_LINES_MAX, WISHLIST_MAX } from '@savepoint/model/limits';
import { ReviewFieldsSchema } from '@savepoint/model/review';
import { UserRecordFieldsSchema } from '@savepoint/model/user';
import * as fc from 'fast-check';
import { doc, type Firestore, serverTimestamp, setDoc } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../support/search-runs.ts';
import { OWNER, OWNER_EMAIL, RulesDatabase } from './rules-environment.ts';

let database: RulesDatabase;
let db: Firestore;
beforeAll(async () => {
  database = await RulesDatabase.open();
  db = database.as('owner');
});
afterAll(() => database.close());
beforeEach(() => database.clear());

async function isAllowed(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'permission-denied') return false;
    throw error;
  }
}

/** Valid text, and text at and just over a limit, empty, padded or of another type. */
const textNear = (max: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
    fc.constantFrom('', ' ', ' padded', 'padded\t', 'x'.repeat(max), 'x'.repeat(max + 1), '\u{1F455}'),
    fc.constantFrom(null, 7, true, [], {}),
  );
const image = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('/art/a.webp', 'https://cdn.example/a.png', 'http://127.0.0.1:4243/a.png'),
  },
  fc.constantFrom(
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/a.png',
    'http://evil.example/a.png',
    'http://127.0.0.1.evil.example/a.png',
    'https://a b',
    'https://a\u00a0b',
    'https://a\nb',
    "https://a'b",
    '/\\evil',
    '/',
    '',
    null,
    3,
  ),
  fc.string({ maxLength: 8 }).map((text) => `/${text}`),
  fc.string({ maxLength: 8 }).map((text) => `https://${text}`),
  fc.constantFrom(`https://a/${'x'.repeat(1990)}`, `https://a/${'x'.repeat(1991)}`),
);
const price = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 45, 79.5, 100_000) },
  fc.constantFrom(-1, -0.01, 100_000.01, 1e21, Number.NaN, Number.POSITIVE_INFINITY, '45', null),
);
const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 2, 99) },
  fc.constantFrom(0, -1, 100, 1.5, '2', null),
);
/** An extra field makes the entry invalid. */
const withExtra = <T extends object>(entry: fc.Arbitrary<T>) =>
  fc
    .tuple(entry, fc.integer({ min: 0, max: 9 }))
    .map(([fields, n]) => (n === 0 ? { ...fields, planet: 'Mars' } : fields));

const cartLine = withExtra(
  fc.record(
    { id: textNear(200), size: textNear(20), name: textNear(200), image, price, quantity },
    { requiredKeys: ['name', 'image', 'price', 'quantity'], noNullPrototype: true },
  ),
);
const wishlistItem = withExtra(
  fc.record(
    { id: textNear(200), name: textNear(200), image, price, addedAt: textNear(40) },
    { requiredKeys: ['name', 'image', 'price', 'addedAt'], noNullPrototype: true },
  ),
);
const address = withExtra(
  fc.record(
    {
      name: textNear(100),
      line1: textNear(200),
      line2: textNear(200),
      city: textNear(100),
      region: textNear(100),
      postalCode: textNear(20),
      country: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('US', 'DE') },
        fc.constantFrom('us', 'USA', 'U', '', 7, null),
      ),
      phone: textNear(40),
    },
    { requiredKeys: ['name', 'line1', 'city', 'country'], noNullPrototype: true },
  ),
);
/** At most two entries, or the longest list allowed and one longer, of equal entries. */
const listOf = (entry: fc.Arbitrary<object>, max: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(entry, { maxLength: 2 }) },
    fc.tuple(entry, fc.constantFrom(max, max + 1)).map(([one, length]) => Array.from({ length }, () => one)),
    fc.constantFrom('text', null, { 0: 'entry' }),
  );

const FIELDS = {
  displayName: textNear(100),
  photoURL: image,
  cart: listOf(cartLine, CART_LINES_MAX),
  savedForLater: listOf(cartLine, CART_LINES_MAX),
  wishlist: listOf(wishlistItem, WISHLIST_MAX),
  addresses: listOf(address, ADDRESSES_MAX),
};

const hasEntries = (value: unknown) => Array.isArray(value) && value.length > 0;

/** True if the schema accepts the fields unchanged: it trims addresses, rules cannot. */
function isAcceptedBySchema(fields: object): boolean {
  const parsed = UserRecordFieldsSchema.safeParse(fields);
  return parsed.success && isDeepStrictEqual(parsed.data, fields);
}

describe('users/{uid}', () => {
  beforeAll(() => allowLoopbackImages(true));
  afterAll(() => allowLoopbackImages(false));

  for (const [name, arbitrary] of Object.entries(FIELDS)) {
    it(`${name}: firestore.rules accept an update exactly when the schema does`, async () => {
      const reference = doc(db, 'users', OWNER);
      await setDoc(reference, { uid: OWNER, email: OWNER_EMAIL, createdAt: serverTimestamp() });
      const verdicts = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(arbitrary, async (value) => {
          const expected = isAcceptedBySchema({ [name]: value });
          verdicts[expected ? 'accepted' : 'refused'] += 1;
          expect(await isAllowed(setDoc(reference, { [name]: value }, { merge: true }))).toBe(expected);
        }),
        { numRuns: runs(150) },
      );
      expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(5);
    });
  }

  it('firestore.rules accept updates of a record that has entries in all of its lists', async () => {
    const reference = doc(db, 'users', OWNER);
    const line = { id: 'tee', size: 'M', name: 'Tee', image: '/tee.webp', price: 20, quantity: 1 };
    const item = {
      id: 'tee',
      name: 'Tee',
      image: '/tee.webp',
      price: 20,
      addedAt: '2026-01-01T00:00:00.000Z',
    };
    const home = { name: 'A', line1: '1 Road', city: 'B', postalCode: '1', country: 'US' };
    await database.clear();
    const record = { uid: OWNER, email: OWNER_EMAIL, createdAt: serverTimestamp(), orders: [] };
    const lists = { cart: [line, line], savedForLater: [line, line], wishlist: [item, item] };
    await setDoc(reference, { ...record, ...lists });
    await setDoc(reference, { addresses: [home, home] }, { merge: true });
    await setDoc(reference, { ...lists, cart: [line, line, line] }, { merge: true });
    await setDoc(reference, { addresses: [home, home, home] }, { merge: true });
    expect(await isAllowed(setDoc(reference, { cart: [{ ...line, quantity: 0 }] }, { merge: true }))).toBe(
      false,
    );
    expect(await isAllowed(setDoc(reference, { addresses: [home, {}] }, { merge: true }))).toBe(false);
  });

  it('firestore.rules accept the creation of a record with several fields exactly when the schema does', async () => {
    const user = fc.record(FIELDS, { requiredKeys: [], noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(user, async (fields) => {
        // Beside other lists, addresses can exceed the number of expressions per request. The app
        // adds them in updates.
        const others = [fields.cart, fields.savedForLater, fields.wishlist];
        fc.pre(!hasEntries(fields.addresses) || !others.some(hasEntries));
        await database.remove(`users/${OWNER}`);
        const record = {
          uid: OWNER,
          email: OWNER_EMAIL,
          createdAt: serverTimestamp(),
          orders: [],
          ...fields,
        };
        expect(await isAllowed(setDoc(doc(db, 'users', OWNER), record))).toBe(isAcceptedBySchema(fields));
      }),
      { numRuns: runs(150) },
    );
  });

  it('an invalid cart line between two valid ones is stored, and dropped when the cart is read', async () => {
    const line = { id: 'tee', name: 'Tee', image: '/art/a.webp', price: 45, quantity: 1 };
    const cart = [line, { ...line, id: 'free', price: -45 }, { ...line, id: 'cap' }];
    expect(await isAllowed(setDoc(doc(db, 'users', OWNER), { uid: OWNER, cart }))).toBe(true);
    expect(parseCartLines(cart).map(({ id }) => id)).toEqual(['tee', 'cap']);
  });
});

describe('an image on http://127.0.0.1', () => {
  const cart = [{ id: 'tee', name: 'Tee', image: 'http://127.0.0.1:4243/a.png', price: 45, quantity: 1 }];

  it.each([
    ['demo-savepoint', true],
    ['savepoint', false],
    ['my-demo-shop', false],
  ])('is accepted by rules and schema for project %s: %s', async (projectId, expected) => {
    const project = database.client(projectId, { sub: OWNER, email: OWNER_EMAIL, aud: projectId });
    expect(await isAllowed(setDoc(doc(project, 'users', OWNER), { uid: OWNER, cart }))).toBe(expected);
    allowLoopbackImages(projectId.startsWith('demo-'));
    expect(isAcceptedBySchema({ cart })).toBe(expected);
    allowLoopbackImages(false);
  });
});

// Functions write these documents after parsing the request with the schema; rules deny clients
// every write, valid or not.
describe('documents that only functions write', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 });
  const email = fc.constant('ada@example.com');
  const review = fc.record({
    productId: fc.constant('save-point-tee'),
    userId: fc.constant(OWNER),
    userName: text,
    rating: fc.integer({ min: 0, max: 6 }),
    title: text,
    content: text,
    createdAt: fc.constant('2026-11-01T00:00:00.000Z'),
  });
  const message = fc.record({ name: text, email, subject: text, message: text });

  it.each([
    ['reviews', `save-point-tee_${OWNER}`, review, ReviewFieldsSchema],
    ['contactMessages', 'message-1', message, ContactMessageSchema],
    ['newsletter', 'ada@example.com', fc.record({ email }), EmailRequestSchema],
  ] as const)(
    '%s: firestore.rules deny what the schema accepts and what it refuses',
    async (name, id, fields, schema) => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(fields as fc.Arbitrary<object>, async (data) => {
          if (schema.safeParse(data).success) accepted += 1;
          expect(await isAllowed(setDoc(doc(db, name, id), data))).toBe(false);
        }),
        { numRuns: runs(40) },
      );
      expect(accepted).toBeGreaterThan(5);
    },
  );
});
