// Every cell of the table of roles that a callable enforces: each function with each role. The
// requests have no effect: an allowed call ends with an error other than permission-denied, or
// changes nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { PERMISSIONS, type Permission, ROLES, type Role } from '@savepoint/model/roles';
import { getAuth } from 'firebase-admin/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createUser, db, type TestUser, verifyAddress } from './stack.ts';

const NOWHERE = 'no-such-document';
const CALLABLES: Readonly<Record<string, readonly [permission: Permission, request: object]>> = {
  readDashboard: ['openDashboard', { days: 7 }],
  updateOrder: ['readOrders', { orderId: NOWHERE, status: 'packed' }],
  refundOrder: ['refundOrders', { orderId: NOWHERE, amountCents: 1, refundedCents: 0, reason: 'x' }],
  changeReturn: ['refundOrders', { action: 'close', orderId: NOWHERE, number: 1, reason: 'x' }],
  editOrder: [
    'editOrders',
    { orderId: NOWHERE, editId: 'x'.repeat(16), edits: 0, lines: [{ productId: NOWHERE, quantity: 1 }] },
  ],
  // Denied before the request is validated.
  placeManualOrder: ['editOrders', {}],
  withdrawEdit: ['editOrders', { orderId: NOWHERE, editId: 'x'.repeat(16) }],
  readOrderEmails: ['resendEmails', { orderId: NOWHERE }],
  resendOrderEmail: ['resendEmails', { orderId: NOWHERE, emailId: NOWHERE }],
  giveCredit: ['giveCredit', { userId: NOWHERE, cents: 1, reason: 'x', requestId: 'x'.repeat(16) }],
  // Denied before the request is validated.
  issueGiftCard: ['giveCredit', { cents: 0 }],
  addOrderNote: ['noteOrders', { orderId: NOWHERE, text: 'x' }],
  saveProduct: ['editCatalogue', { productId: NOWHERE }],
  correctStock: ['editCatalogue', { productId: NOWHERE }],
  patchProducts: ['editCatalogue', { products: [{ productId: NOWHERE, changes: { price: 1 } }] }],
  importProducts: ['editCatalogue', { dryRun: true, rows: [{ name: '' }] }],
  saveCategory: ['editCatalogue', { categoryId: NOWHERE }],
  orderCategories: ['editCatalogue', { categoryIds: [NOWHERE] }],
  deleteProduct: ['editCatalogue', { productId: NOWHERE }],
  deleteCategory: ['editCatalogue', { categoryId: NOWHERE }],
  restoreDeleted: ['editCatalogue', { deletedId: NOWHERE }],
  processImage: ['editCatalogue', { uploadId: NOWHERE }],
  // The editor's section; those of owners are in settings.test.ts.
  changeSettings: ['editContent', { action: 'restore', section: 'content', version: 0, restored: 99 }],
  moderateReview: ['moderateReviews', { reviewId: NOWHERE, action: 'hide', reason: 'x' }],
  replyToContactMessage: ['readCustomers', { messageId: NOWHERE, reply: 'x' }],
  setContactMessageStatus: ['readCustomers', { messageId: NOWHERE, status: 'closed' }],
  // Denied before the request is validated.
  readPromotions: ['managePromotions', { unknown: true }],
  saveDrop: ['manageDrops', { dropId: NOWHERE }],
  stopDrop: ['manageDrops', { dropId: '' }],
  savePromotion: ['managePromotions', { promotionId: NOWHERE }],
  readSyncSettings: ['syncCatalogue', { unknown: true }],
  syncProducts: ['syncCatalogue', { unknown: true }],
  undoSync: ['syncCatalogue', { syncId: NOWHERE }],
  setRole: ['manageRoles', { account: 'nobody@example.com', role: 'packer' }],
};
/**
 * Enforced only by rules (tests/rules), within the dashboard, by changes of orders
 * (tests/functions/orders), or by the section of the settings (settings.test.ts).
 */
const NO_CALLABLE: readonly Permission[] = [
  'readTakings',
  'readAnalytics',
  'fulfilOrders',
  'readAuditLog',
  'editSettings',
  'correctAddresses',
];

const staff = new Map<Role, TestUser>();
beforeAll(async () => {
  for (const role of ROLES) staff.set(role, await createUser({ role }));
});
const tokenOf = (role: Role) => staff.get(role)?.token;

describe('the table of roles', () => {
  it('has no permission without a test', () => {
    const tested = new Set([...Object.values(CALLABLES).map(([permission]) => permission), ...NO_CALLABLE]);
    expect([...tested].sort()).toEqual(Object.keys(PERMISSIONS).sort());
  });

  it('has no callable for roles that is not tested with each of them', () => {
    const folder = new URL('../../functions/src/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-functions.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'));
    const found = sources.flatMap((source) =>
      [...source.matchAll(/name: '(\w+)',\s+access: '(\w+)'/g)].map(([, name, access]) => [name, access]),
    );
    const ofRoles = found.filter(([, access = '']) => access in PERMISSIONS);
    expect(Object.fromEntries(ofRoles)).toEqual(
      Object.fromEntries(Object.entries(CALLABLES).map(([name, [permission]]) => [name, permission])),
    );
  });

  for (const [name, [permission, request]] of Object.entries(CALLABLES))
    for (const role of ROLES) {
      const isAllowed = (PERMISSIONS[permission] as readonly Role[]).includes(role);
      it(`${isAllowed ? 'allows' : 'denies'} ${name} to the role ${role}`, { timeout: 30_000 }, async () => {
        const { error } = await call(name, request, tokenOf(role));
        if (isAllowed) expect(error?.status).not.toBe('PERMISSION_DENIED');
        else expect(error.status).toBe('PERMISSION_DENIED');
      });
    }

  it.each(ROLES)('shows the role %s the parts of the dashboard that it has permissions for', async (role) => {
    const { result } = await call('readDashboard', CALLABLES.readDashboard?.[1], tokenOf(role));
    const parts: Readonly<Record<string, Permission>> = {
      sales: 'readTakings',
      orders: 'readOrders',
      openMessages: 'readCustomers',
      lowStock: 'editCatalogue',
      funnel: 'readAnalytics',
      bestSellers: 'readAnalytics',
      failedSearches: 'readAnalytics',
    };
    for (const [part, permission] of Object.entries(parts))
      expect([part, part in result]).toEqual([
        part,
        (PERMISSIONS[permission] as readonly Role[]).includes(role),
      ]);
  });
});

describe('setRole', { timeout: 60_000 }, () => {
  const claimsOf = async (uid: string) => (await getAuth().getUser(uid)).customClaims ?? {};
  const memberOf = async (uid: string) => (await db().doc(`staff/${uid}`).get()).data();

  it('needs a verified address, sets the claim, lists the account, keeps other claims, replaces the older claim admin, and writes the audit log', async () => {
    const [owner, user] = [await createUser({ admin: true }), await createUser({ admin: true, beta: 1 })];
    const unverified = await call('setRole', { account: user.email, role: 'editor' }, owner.token);
    expect(unverified.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { field: 'account' },
    });
    await verifyAddress(user);
    expect((await call('setRole', { account: user.email, role: 'editor' }, owner.token)).result).toEqual({
      uid: user.uid,
      email: user.email,
      role: 'editor',
    });
    expect(await claimsOf(user.uid)).toEqual({ beta: 1, role: 'editor' });
    expect(await memberOf(user.uid)).toMatchObject({ email: user.email, role: 'editor' });
    expect(await memberOf(owner.uid)).toMatchObject({ role: 'owner' });
    const entries = await db().collection('audit').where('target', '==', `staff/${user.uid}`).get();
    expect(entries.docs.map((entry) => entry.get('summary'))).toEqual([`${user.email}: owner to editor`]);
    await call('setRole', { account: user.uid, role: null }, owner.token);
    expect(await claimsOf(user.uid)).toEqual({ beta: 1 });
    expect(await memberOf(user.uid)).toMatchObject({ role: null });
  });

  it('rejects an unknown account with not-found, for the field account', async () => {
    const { error } = await call(
      'setRole',
      { account: 'nobody@example.com', role: 'editor' },
      tokenOf('owner'),
    );
    expect(error).toMatchObject({ status: 'NOT_FOUND', details: { field: 'account' } });
  });

  it('rejects an owner whose role was removed, even though their token still has it', async () => {
    const [owner, former] = [await createUser({ role: 'owner' }), await createUser({ role: 'owner' })];
    // Not with setRole, which also revokes the tokens: from the next second on, the Auth emulator
    // rejects them before the function runs.
    await getAuth().setCustomUserClaims(former.uid, {});
    const { error } = await call('setRole', { account: former.uid, role: 'owner' }, former.token);
    expect(error.status).toBe('PERMISSION_DENIED');
    expect(await claimsOf(former.uid)).toEqual({});
    await db().doc(`staff/${owner.uid}`).set({ email: owner.email, role: 'packer', changedAt: '2026-01-01' });
    const { error: ofStaff } = await call('setRole', { account: former.uid, role: 'owner' }, owner.token);
    expect(ofStaff.status).toBe('PERMISSION_DENIED');
    expect(await claimsOf(former.uid)).toEqual({});
  });

  it('revokes the refresh tokens of an account whose role was removed', async () => {
    const [owner, former] = [await createUser({ role: 'owner' }), await createUser({ role: 'owner' })];
    const revokedAt = async () =>
      Date.parse((await getAuth().getUser(former.uid)).tokensValidAfterTime ?? '');
    const secondOf = Math.floor(Date.now() / 1000) * 1000;
    await call('setRole', { account: former.uid, role: null }, owner.token);
    expect(await claimsOf(former.uid)).toEqual({});
    expect(await revokedAt()).toBeGreaterThanOrEqual(secondOf);
  });

  it('keeps the last owner, even when two owners demote each other at once, or delete their account', async () => {
    // Demotes owners from other tests and from the seed during this test.
    const others = (await db().collection('staff').where('role', '==', 'owner').get()).docs;
    await Promise.all(others.map(({ ref }) => ref.update({ role: 'packer' })));
    try {
      const [ann, bob] = [await createUser({ role: 'owner' }), await createUser({ role: 'owner' })];
      const demote = (by: TestUser, whom: TestUser) =>
        call('setRole', { account: whom.uid, role: 'packer' }, by.token);
      await Promise.all([ann, bob].map(verifyAddress));
      for (const { uid, email } of [ann, bob])
        await db().doc(`staff/${uid}`).set({ email, role: 'owner', changedAt: '2026-01-01T00:00:00.000Z' });
      await Promise.all([demote(ann, bob), demote(bob, ann)]);
      const roles = [(await memberOf(ann.uid))?.role, (await memberOf(bob.uid))?.role];
      expect(roles.sort()).toEqual(['owner', 'packer']);
      const last = (await memberOf(ann.uid))?.role === 'owner' ? ann : bob;
      expect((await demote(last, last)).error.status).toBe('FAILED_PRECONDITION');
      expect((await call('deleteAccount', { confirm: 'DELETE' }, last.token)).error.status).toBe(
        'FAILED_PRECONDITION',
      );
      expect(await claimsOf(last.uid)).toEqual({ role: 'owner' });
    } finally {
      await Promise.all(others.map(({ ref }) => ref.update({ role: 'owner' })));
    }
  });
});
