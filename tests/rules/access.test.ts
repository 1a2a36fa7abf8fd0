// One table of collections, methods and roles; each cell is a test. What no cell allows is denied.
import { assertFails, assertSucceeds, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  deleteDoc,
  doc,
  type Firestore,
  getDoc,
  getDocs,
  query,
  setDoc,
  updateDoc,
  where,
} from 'firebase/firestore';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { assertFullCoverage, coverageSummary, fetchRuleCoverage } from '../rules-language/coverage-gate.ts';
import { databaseOf, OWNER, OWNER_EMAIL, openEnvironment, ROLES, type Role } from './rules-environment.ts';

const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Allowed = Readonly<Partial<Record<Method, readonly Role[]>>>;

const EVERYONE = ROLES;
const NOBODY: Allowed = {};

/** Collection, the id of a document of the owner's, and who may do what with it. */
const TABLE: readonly (readonly [collection: string, id: string, allowed: Allowed])[] = [
  ['users', OWNER, { get: ['owner'], create: ['owner'], update: ['owner'] }],
  ['products', 'save-point-tee', { get: EVERYONE, list: EVERYONE }],
  ['categories', 'apparel', { get: EVERYONE, list: EVERYONE }],
  ['reviews', `save-point-tee_${OWNER}`, { get: EVERYONE, list: EVERYONE }],
  ['hiddenReviews', `save-point-tee_${OWNER}`, { get: ['admin'], list: ['admin'] }],
  ['orders', 'order-1', { get: ['owner', 'admin'], list: ['admin'] }],
  ['syncs', 'sync-1', { get: ['admin'], list: ['admin'] }],
  ['syncs/sync-1/changes', 'product-1', { get: ['admin'], list: ['admin'] }],
  ['audit', 'entry-1', { get: ['admin'], list: ['admin'] }],
  ['contactMessages', 'message-1', { get: ['admin'], list: ['admin'] }],
  ...[
    'mail',
    'reservations',
    'payments',
    'refunds',
    'webhookEvents',
    'platformEvents',
    'rateLimits',
    'newsletter',
    'syncedProducts',
    'syncState',
    'reviewTallies',
    'countedReviews',
    'anything-else',
  ].map((name) => [name, 'document-1', NOBODY] as const),
];

const record = (over: object = {}) => ({
  uid: OWNER,
  email: OWNER_EMAIL,
  displayName: 'Owner',
  createdAt: new Date(),
  updatedAt: new Date(),
  cart: [],
  orders: [],
  wishlist: [],
  ...over,
});

const fieldsOf = (name: string): Record<string, unknown> =>
  name === 'users' ? record() : { userId: OWNER, name: 'Something', status: 'pending' };

const OPERATIONS: Record<Method, (db: Firestore, name: string, id: string) => Promise<unknown>> = {
  get: (db, name, id) => getDoc(doc(db, name, id)),
  list: (db, name) => getDocs(collection(db, name)),
  create: (db, name, id) => setDoc(doc(db, name, id), fieldsOf(name)),
  update: (db, name, id) =>
    updateDoc(doc(db, name, id), name === 'users' ? { displayName: 'New' } : { name: 'New' }),
  delete: (db, name, id) => deleteDoc(doc(db, name, id)),
};

let environment: RulesTestEnvironment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.cleanup());
beforeEach(() => environment.clearFirestore());

const fill = (name: string, id: string, fields = fieldsOf(name)) =>
  environment.withSecurityRulesDisabled((context) =>
    setDoc(doc(context.firestore() as unknown as Firestore, name, id), fields),
  );

for (const [name, id, allowed] of TABLE) {
  describe(name, () => {
    for (const method of METHODS)
      for (const role of ROLES) {
        const may = allowed[method]?.includes(role) ?? false;
        it(`${method} is ${may ? 'allowed' : 'denied'} for ${role}`, async () => {
          if (method !== 'create') await fill(name, id);
          const attempt = OPERATIONS[method](databaseOf(environment, role), name, id);
          await (may ? assertSucceeds(attempt) : assertFails(attempt));
        });
      }
  });
}

describe('orders', () => {
  const own = (db: Firestore, uid: string) =>
    getDocs(query(collection(db, 'orders'), where('userId', '==', uid)));

  it('can be listed by their owner with a filter on userId', async () => {
    await fill('orders', 'order-1');
    await assertSucceeds(own(databaseOf(environment, 'owner'), OWNER));
  });

  it('cannot be listed by another shopper', () => assertFails(own(databaseOf(environment, 'other'), OWNER)));

  it('that do not exist are reported as missing to signed-in users and denied to visitors', async () => {
    await assertSucceeds(getDoc(doc(databaseOf(environment, 'other'), 'orders', 'nowhere')));
    await assertFails(getDoc(doc(databaseOf(environment, 'visitor'), 'orders', 'nowhere')));
  });

  it('cannot be changed by their owner: neither status, total nor userId', async () => {
    await fill('orders', 'order-1');
    for (const fields of [{ status: 'paid' }, { totalCents: 1 }, { userId: 'other-uid' }])
      await assertFails(updateDoc(doc(databaseOf(environment, 'owner'), 'orders', 'order-1'), fields));
  });
});

describe('firestore.rules', () => {
  // Last in the file, after every cell has made its request.
  it('has no allow statement that these tests did not see grant and deny', async () => {
    const coverage = await fetchRuleCoverage(
      process.env.FIRESTORE_EMULATOR_HOST ?? '',
      environment.projectId,
    );
    console.log(coverageSummary(coverage));
    assertFullCoverage(coverage);
  });
});
