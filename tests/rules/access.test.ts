// One table of collections, methods and roles; each cell is a test. Everything that no cell allows
// is denied.
import { assertFails, assertSucceeds } from '@firebase/rules-unit-testing';
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
} from 'firebase/firestore/lite';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { assertFullCoverage, coverageSummary, fetchRuleCoverage } from '../rules-language/coverage-gate.ts';
import { allowedBy, OWNER, OWNER_EMAIL, ROLES, type Role, RulesDatabase } from './rules-environment.ts';

const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Allowed = Readonly<Partial<Record<Method, readonly Role[]>>>;

const EVERYONE = ROLES;
const NOBODY: Allowed = {};
const readBy = (permission: Permission): Allowed => ({
  get: allowedBy(permission),
  list: allowedBy(permission),
});

/** Collection, the id of a document of the owner, and who may do what with it. */
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
  ['products/save-point-tee/stockMovements', 'movement-1', readBy('editCatalogue')],
  ['categories', 'apparel', { get: EVERYONE, list: EVERYONE }],
  ['reviews', `save-point-tee_${OWNER}`, { get: EVERYONE, list: EVERYONE }],
  ['settings', 'shipping', { get: EVERYONE, list: EVERYONE }],
  ['settings/shipping/drafts', 'current', readBy('editSettings')],
  ['settings/shipping/versions', '000001', readBy('editSettings')],
  ['settings/content/drafts', 'current', readBy('editContent')],
  ['settings/content/versions', '000001', readBy('editContent')],
  ['settings/pages/drafts', 'current', readBy('editContent')],
  ['hiddenReviews', `save-point-tee_${OWNER}`, readBy('moderateReviews')],
  ['orders', 'order-1', { get: ['owner', ...allowedBy('readOrders')], list: allowedBy('readOrders') }],
  ['orders/order-1/notes', 'note-1', readBy('noteOrders')],
  ['storeCredit', OWNER, { get: ['owner', ...allowedBy('giveCredit')] }],
  ['ledger', 'entry-1', { list: allowedBy('giveCredit') }],
  ['drops', 'golden', readBy('manageDrops')],
  ['dropBooks', 'golden', readBy('manageDrops')],
  ['dropEntries', `golden:${OWNER}`, { get: ['owner'] }],
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
    'orderEdits',
    'dropSecrets',
    'dropRankings',
    'dropReminders',
    'refunds',
    'webhookEvents',
    'platformEvents',
    'rateLimits',
    'deletedDocuments',
    'emailChanges',
    'emailChangeRequests',
    'newsletterRequests',
    'newsletterTokens',
    'passwordResetRequests',
    'visitCounts',
    'salesCounts',
    'countedOrders',
    'stockAlerts',
    'stockWaves',
    'syncedProducts',
    'syncState',
    'countedReviews',
    'promotions',
    'promotions/CODE/shards',
    'products/save-point-tee/stockShards',
    'promotionLists',
    'promotionUses',
    'giftCards',
    'reminders',
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

/**
 * Collections for functions only: the roles packer and editor cannot matter, because no rule asks
 * for one.
 */
const ROLES_OF_NOBODYS: readonly Role[] = ['visitor', 'other', 'admin', 'owner of the shop'];

let database: RulesDatabase;
beforeAll(async () => {
  database = await RulesDatabase.open();
});
afterAll(() => database.close());

for (const [name, id, allowed] of TABLE) {
  const path = `${name}/${id}`;
  const roles = allowed === NOBODY ? ROLES_OF_NOBODYS : ROLES;

  function testCell(method: Method, role: Role): void {
    const may = allowed[method]?.includes(role) ?? false;
    it(`${method} is ${may ? 'allowed' : 'denied'} for ${role}`, async () => {
      const attempt = OPERATIONS[method](database.as(role), name, id);
      await (may ? assertSucceeds(attempt) : assertFails(attempt));
      if (may && method === 'create') await database.remove(path);
    });
  }

  describe(name, () => {
    describe('without the document', () => {
      beforeAll(() => database.remove(path));
      for (const role of roles) testCell('create', role);
    });

    describe('with the document', () => {
      beforeAll(() => database.write(path, fieldsOf(name)));
      for (const method of METHODS.filter((each) => each !== 'create'))
        for (const role of roles) testCell(method, role);
    });
  });
}

const own = (db: Firestore, name: string) =>
  getDocs(query(collection(db, name), where('userId', '==', OWNER)));

describe.each([
  ['orders', 'order-1'],
  ['ledger', 'entry-1'],
])('%s', (name, id) => {
  it('can be listed by their owner with a filter on userId', async () => {
    await database.write(`${name}/${id}`, fieldsOf(name));
    await assertSucceeds(own(database.as('owner'), name));
  });

  it('cannot be listed by another shopper', () => assertFails(own(database.as('other'), name)));
});

describe('orders', () => {
  it('are reported as missing to signed-in users and denied to visitors if they do not exist', async () => {
    await assertSucceeds(getDoc(doc(database.as('other'), 'orders', 'nowhere')));
    await assertFails(getDoc(doc(database.as('visitor'), 'orders', 'nowhere')));
  });

  it('cannot be changed by their owner: neither status, total nor userId', async () => {
    await database.write('orders/order-1', fieldsOf('orders'));
    for (const fields of [{ status: 'paid' }, { totalCents: 1 }, { userId: 'other-uid' }])
      await assertFails(updateDoc(doc(database.as('owner'), 'orders', 'order-1'), fields));
  });
});

describe('firestore.rules', () => {
  // Last in the file, after the requests of every cell.
  it('has no allow statement that these tests did not see grant and deny', async () => {
    const coverage = await fetchRuleCoverage(process.env.FIRESTORE_EMULATOR_HOST ?? '', database.projectId);
    console.log(coverageSummary(coverage));
    assertFullCoverage(coverage);
  });
});
