// Settings of a running stack: permissions, stored versions, and charges of orders.
import { DEFAULT_CONTENT } from '@savepoint/model/content';
import type { ChangeSettingsResponse, SettingsSection } from '@savepoint/model/settings';
import { DEFAULT_SHIPPING } from '@savepoint/model/shipping';
import { DEFAULT_TAX } from '@savepoint/model/tax';
import { getAuth } from 'firebase-admin/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRole } from '../../functions/src/callable/read-role.ts';
import { publishDueDraft } from '../../functions/src/settings/change-settings.ts';
import { call, createProduct, createUser, db, functionUrl, orderRequest, type TestUser } from './stack.ts';

let owner: TestUser;
let editor: TestUser;
beforeAll(async () => {
  [owner, editor] = await Promise.all([createUser({ role: 'owner' }), createUser({ role: 'editor' })]);
});

const stateOf = async (section: SettingsSection) => {
  const [published, draft] = await Promise.all([
    db().doc(`settings/${section}`).get(),
    db().doc(`settings/${section}/drafts/current`).get(),
  ]);
  return { version: published.get('version') ?? 0, draftSavedAt: draft.get('savedAt') };
};

/** Changes a section like somebody who has just loaded it. */
async function change(section: SettingsSection, request: object, { token } = owner) {
  const data = { section, ...(await stateOf(section)), ...request };
  return call<ChangeSettingsResponse>('changeSettings', data, token);
}

const publishDue = (at: Date) => publishDueDraft(db(), 'content', at, (uid) => readRole(getAuth(), uid));

const published = async () => {
  const response = await fetch(`${functionUrl('renderPage')}/shop-settings.json`);
  return response.json();
};

const [home, ...zones] = DEFAULT_SHIPPING.zones;
const withHome = (changes: object) => ({ ...DEFAULT_SHIPPING, zones: [{ ...home, ...changes }, ...zones] });
const flat = (cents: number) => ({
  rates: [{ id: 'standard', workingDays: { min: 2, max: 4 }, by: 'value', tiers: [{ from: 0, cents }] }],
});
const withTitle = (title: string) => ({
  ...DEFAULT_CONTENT,
  hero: { ...DEFAULT_CONTENT.hero, title },
});

describe('changeSettings', { timeout: 60_000 }, () => {
  it('publishes a version that everybody reads, keeps the previous one with its author, and publishes that again', async () => {
    const tax = (rate: number) => ({ action: 'publish', value: { rate, exceptions: [] } });
    expect((await change('tax', tax(0.1))).result).toEqual({ version: 1 });
    expect((await change('tax', tax(0.2))).result).toEqual({ version: 2 });
    expect((await published()).tax.rate).toBe(0.2);
    expect((await change('tax', { action: 'restore', restored: 1 })).result).toEqual({ version: 3 });
    expect((await published()).tax.rate).toBe(0.1);
    expect((await change('tax', { action: 'restore', restored: 0 })).result).toEqual({ version: 4 });
    expect((await published()).tax).toEqual(DEFAULT_TAX);
    expect((await change('tax', { action: 'restore', restored: 9 })).error.status).toBe('NOT_FOUND');

    const versions = await db().collection('settings/tax/versions').get();
    expect(versions.docs.map((version) => [version.get('value.rate'), version.get('restored')])).toEqual([
      [0.1, undefined],
      [0.2, undefined],
      [0.1, 1],
      [0, 0],
    ]);
    expect(versions.docs[0]?.data()).toMatchObject({ version: 1, uid: owner.uid, email: owner.email });
    const audit = await db().collection('audit').where('target', '==', 'settings/tax').get();
    const entries = audit.docs.map((entry) => [entry.get('summary'), entry.get('changes')]);
    expect(entries).toContainEqual(['Published version 2', [{ field: 'rate', before: 0.1, after: 0.2 }]]);
  });

  it('lets one of two owners with the same base version publish, and tells the other', async () => {
    const from = await stateOf('store');
    const results = await Promise.all(
      ['Ours', 'Theirs'].map((senderName) =>
        call<ChangeSettingsResponse>(
          'changeSettings',
          {
            action: 'publish',
            section: 'store',
            ...from,
            value: { senderName, returnAddress: '', social: [] },
          },
          owner.token,
        ),
      ),
    );
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors).toMatchObject([{ status: 'ABORTED', message: expect.stringMatching(/Somebody else/) }]);
    expect(await stateOf('store')).toMatchObject({ version: from.version + 1 });
  });

  it("lets an editor change the content, but not owners' settings", async () => {
    const value = withTitle('From the editor');
    expect((await change('content', { action: 'save', value }, editor)).error).toBeUndefined();
    expect((await change('content', { action: 'discard' }, editor)).result).toMatchObject({ version: 0 });
    const denied = await change('shipping', { action: 'publish', value: withHome(flat(1)) }, editor);
    expect(denied.error.status).toBe('PERMISSION_DENIED');
    expect((await stateOf('shipping')).version).toBe(0);
  });

  it('rejects a zone without a rate and names its field, and stores nothing', async () => {
    for (const action of ['save', 'publish']) {
      const { error } = await change('shipping', { action, value: withHome({ rates: [] }) });
      expect(error).toMatchObject({
        status: 'INVALID_ARGUMENT',
        message: 'Add a rate: nobody could order to the United States without one.',
        details: { field: 'zones.0.rates' },
      });
    }
    expect(await stateOf('shipping')).toEqual({ version: 0, draftSavedAt: undefined });
  });

  it('refuses to publish a broken link, and accepts it once its page exists', async () => {
    const productId = await createProduct(1, { status: 'draft' });
    const linkTo = (to: string) => ({
      ...DEFAULT_CONTENT,
      hero: { ...DEFAULT_CONTENT.hero, link: { label: 'See it', to } },
    });
    for (const to of ['/abuot', '/shop/nothing-of-ours', '/product/nowhere', `/product/${productId}`]) {
      const { error } = await change('content', { action: 'publish', value: linkTo(to) });
      expect(error).toMatchObject({
        status: 'INVALID_ARGUMENT',
        message: `${to} leads nowhere: shoppers would see an error page.`,
        details: { field: 'hero.link.to' },
      });
    }
    const row = { kind: 'category', title: 'Mugs', category: 'nothing-of-ours' };
    const { error } = await change('content', {
      action: 'publish',
      value: { ...DEFAULT_CONTENT, rows: [row] },
    });
    expect(error.details).toEqual({ field: 'rows.0.category' });

    await db().doc(`products/${productId}`).update({ status: 'active' });
    const value = linkTo(`/product/${productId}`);
    expect((await change('content', { action: 'publish', value })).error).toBeUndefined();
    expect((await published()).content.hero.link.to).toBe(`/product/${productId}`);
    expect((await change('content', { action: 'restore', restored: 0 })).error).toBeUndefined();
  });

  it("publishes a scheduled draft on time, once, in its author's name", async () => {
    const { version } = await stateOf('content');
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const past = { action: 'publish', publishAt: at(-1).toISOString(), value: withTitle('Too late') };
    expect((await change('content', past, editor)).error.details).toEqual({ field: 'publishAt' });

    await change('content', { action: 'publish', publishAt, value: withTitle('On Friday') }, editor);
    expect(await publishDue(at(59))).toBe(false);
    expect((await published()).content.hero.title).toBe(DEFAULT_CONTENT.hero.title);
    const runs = await Promise.all([0, 1].map(() => publishDue(at(61))));
    expect(runs.sort()).toEqual([false, true]);
    expect((await published()).content.hero.title).toBe('On Friday');
    expect(await stateOf('content')).toEqual({ version: version + 1, draftSavedAt: undefined });
    const versions = await db().collection('settings/content/versions').get();
    expect(versions.docs.at(-1)?.get('email')).toBe(editor.email);
  });

  it('keeps a scheduled draft with a broken link, with the reason', async () => {
    const productId = await createProduct(1);
    const value = {
      ...DEFAULT_CONTENT,
      hero: { ...DEFAULT_CONTENT.hero, link: { label: 'See it', to: `/product/${productId}` } },
    };
    const publishAt = new Date(Date.now() + 60_000).toISOString();
    await change('content', { action: 'publish', publishAt, value });
    await db().doc(`products/${productId}`).delete();
    expect(await publishDue(new Date(Date.now() + 120_000))).toBe(false);
    const draft = (await db().doc('settings/content/drafts/current').get()).data();
    expect(draft).toMatchObject({ problem: expect.stringMatching(/leads nowhere/) });
    expect(draft).not.toHaveProperty('publishAt');
  });

  it('keeps a draft scheduled by somebody who has since lost the role', async () => {
    const leaver = await createUser({ role: 'editor' });
    const publishAt = new Date(Date.now() + 60_000).toISOString();
    await change('content', { action: 'publish', publishAt, value: withTitle('Bye') }, leaver);
    const { error } = await call('setRole', { account: leaver.uid, role: null }, owner.token);
    expect(error).toBeUndefined();
    expect(await publishDue(new Date(Date.now() + 120_000))).toBe(false);
    const draft = await db().doc('settings/content/drafts/current').get();
    expect(draft.get('problem')).toBe(`${leaver.email} may no longer publish.`);
    await change('content', { action: 'discard' });
  });
});

describe('createOrder', { timeout: 60_000 }, () => {
  const order = async (overrides: object = {}) => {
    const [{ token }, productId] = await Promise.all([createUser(), createProduct(5, { grams: 900 })]);
    return call<{ orderId: string; totalCents: number }>(
      'createOrder',
      orderRequest(productId, overrides),
      token,
    );
  };
  const address = (changes: object) => ({ ...orderRequest('any').address, ...changes });

  it('charges the published rates, rejects the earlier total, and keeps the promised delivery time', async () => {
    await change('tax', { action: 'publish', value: { rate: 0.1, exceptions: [] } });
    await change('shipping', { action: 'publish', value: withHome(flat(700)) });
    const changed = await order({ expectedTotalCents: 5099 });
    expect(changed.error).toMatchObject({
      message: 'The total is now $57.20. Please check it and order again.',
      details: { reason: 'total-changed', totals: { shippingCents: 700, taxCents: 520 } },
    });
    const { result } = await order({ expectedTotalCents: 5720 });
    const stored = await db().doc(`orders/${result.orderId}`).get();
    expect(stored.data()).toMatchObject({ workingDays: { min: 2, max: 4 }, grams: 900 });
  });

  it('charges by the weight of the products', async () => {
    const tiers = [
      { from: 0, cents: 500 },
      { from: 901, cents: 900 },
    ];
    const rates = [{ ...flat(0).rates[0], by: 'weight', tiers }];
    await change('shipping', { action: 'publish', value: withHome({ rates }) });
    const line = { productId: await createProduct(5, { grams: 900 }), size: 'M' };
    const totals = await Promise.all([1, 2].map((quantity) => order({ lines: [{ ...line, quantity }] })));
    expect(totals.map(({ result }) => result.totalCents)).toEqual([
      Math.round(5000 * 1.1),
      Math.round(9900 * 1.1),
    ]);
  });

  it('rejects a country without delivery, and an option that a zone lacks', async () => {
    const value = { ...withHome(flat(700)), notDeliveredTo: ['TD'] };
    await change('shipping', { action: 'publish', value });
    const toChad = await order({ address: address({ country: 'TD', region: undefined }) });
    expect(toChad.error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'We do not deliver to Chad.',
      details: { field: 'address.country' },
    });
    expect((await order({ delivery: 'express' })).error.details).toEqual({ field: 'delivery' });
  });
});
