// One table of collections, methods and roles; each cell is a test. What no cell allows is denied.
import { assertFails, assertSucceeds, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import type { Permission } from '@savepoint/model/roles';
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
import {
  allowedBy,
  databaseOf,
  OWNER,
  OWNER_EMAIL,
  openEnvironment,
  ROLES,
  type Role,
} from './rules-environment.ts';

const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Allowed = Readonly<Partial<Record<Method, readonly Role[]>>>;

const EVERYONE = ROLES;
const NOBODY: Allowed = {};
const readBy = (permission: Permission): Allowed => ({
  get: allowedBy(permission),
  list: allowedBy(permission),
});

/** Collection, the id of a document of the owner's, and who may do what with it. */
const TABLE: readonly (readonly [collection: string, id: string, allowed: Allowed])[] = [
  [
    'users',
    OWNER,
    {
      get: ['owner', ...allowedBy('readCustomers')],
      list: allowedBy('readCustomers'),
      create: ['owner'],
      update: ['owner'],
    },
  ],
  ['products', 'save-point-tee', { get: EVERYONE, list: EVERYONE }],
  ['categories', 'apparel', { get: EVERYONE, list: EVERYONE }],
  ['reviews', `save-point-tee_${OWNER}`, { get: EVERYONE, list: EVERYONE }],
  ['hiddenReviews', `save-point-tee_${OWNER}`, readBy('moderateReviews')],
  ['orders', 'order-1', { get: ['owner', ...allowedBy('readOrders')], list: allowedBy('readOrders') }],
  ['orders/order-1/notes', 'note-1', readBy('noteOrders')],
  ['payments', 'order-1', { get: allowedBy('refundOrders') }],
  ['syncs', 'sync-1', readBy('syncCatalogue')],
  ['syncs/sync-1/changes', 'product-1', readBy('syncCatalogue')],
  ['audit', 'entry-1', readBy('readAuditLog')],
  ['contactMessages', 'message-1', readBy('readCustomers')],
  ['newsletter', 'subscriber-1', readBy('readCustomers')],
  ['staff', 'packer-uid', readBy('manageRoles')],
  ...[
    'mail',
    'reservations',
    'refunds',
    'webhookEvents',
    'platformEvents',
    'rateLimits',
    'deletedDocuments',
    'searches',
    'stockAlerts',
    'stockWaves',
    'syncedProducts',
    'syncState',
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

/** Collections of functions only: whether a role is a packer's or an editor's cannot matter where no rule asks for one. */
const ROLES_OF_NOBODYS: readonly Role[] = ['visitor', 'other', 'admin', 'owner of the shop'];

let environment: RulesTestEnvironment;
/** One client for each role: to open one takes longer than all that a cell does with it. */
const clients = new Map<Role, Firestore>();
function clientOf(role: Role): Firestore {
  const client = clients.get(role) ?? databaseOf(environment, role);
  clients.set(role, client);
  return client;
}

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
      for (const role of allowed === NOBODY ? ROLES_OF_NOBODYS : ROLES) {
        const may = allowed[method]?.includes(role) ?? false;
        it(`${method} is ${may ? 'allowed' : 'denied'} for ${role}`, async () => {
          if (method !== 'create') await fill(name, id);
          const attempt = OPERATIONS[method](clientOf(role), name, id);
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
