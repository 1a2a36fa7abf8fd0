import { randomUUID } from 'node:crypto';
import type { ListedPromotion } from '@savepoint/model/promotion-changes';
import { expect, it } from 'vitest';
import { call, createProduct, createUser, db, orderRequest } from './stack.ts';

const newCode = () => `T${randomUUID().slice(0, 8).toUpperCase()}`;
const promotion = (fields: object = {}) => ({
  name: 'Ten off',
  code: newCode(),
  effect: { kind: 'percent', percent: 10 },
  isStopped: false,
  ...fields,
});
interface Saved {
  promotionId: string;
  version: string;
}
const publishedUrl = () => `${process.env.SAVEPOINT_FUNCTIONS_URL}/renderPage/promotions.json`;

it('a saved code can be checked in any spelling and used in an order, is listed with its uses, and is in the audit log', async () => {
  const [editor, ada, productId] = [
    await createUser({ role: 'editor' }),
    await createUser(),
    await createProduct(),
  ];
  const draft = promotion({ usesMax: 1, budgetCents: 10_000, isOncePerPerson: true });
  const saved = await call<Saved>('savePromotion', { promotion: draft }, editor.token);
  expect(saved.result.promotionId).toBe(draft.code);

  const spelled = ` ${draft.code.toLowerCase()} `;
  const checked = await call('checkPromotion', { code: spelled });
  expect(checked.result).toEqual({
    promotion: { id: draft.code, code: draft.code, name: 'Ten off', effect: draft.effect },
  });
  const ordered = await call<{ orderId: string; totalCents: number }>(
    'createOrder',
    orderRequest(productId, { code: spelled, expectedTotalCents: 4050 + 599 }),
    ada.token,
  );
  expect(ordered.result.totalCents).toBe(4649);
  // Her next order replaces the unpaid one, which has the only use.
  expect((await call('checkPromotion', { code: draft.code }, ada.token)).result).toEqual(checked.result);
  await db().doc(`orders/${ordered.result.orderId}`).update({ status: 'paid' });
  const refusalFor = async (token?: string) =>
    (await call('checkPromotion', { code: draft.code }, token)).error;
  expect(await refusalFor(ada.token)).toMatchObject({
    status: 'FAILED_PRECONDITION',
    details: { field: 'code', code: draft.code, refusal: 'used-by-you' },
  });
  expect(await refusalFor()).toMatchObject({ details: { refusal: 'used-up' } });

  const listed = async () =>
    (
      await call<{ promotions: ListedPromotion[] }>('readPromotions', {}, editor.token)
    ).result.promotions.find(({ id }) => id === draft.code);
  expect(await listed()).toMatchObject({ ...draft, uses: 1, discountCents: 450, isUsedUp: true });

  const more = { promotionId: draft.code, promotion: { ...draft, usesMax: 5 } };
  const edited = { ...more, version: saved.result.version };
  expect((await call('savePromotion', edited, editor.token)).error).toBeUndefined();
  expect(await listed()).toMatchObject({ uses: 1, isUsedUp: false });
  expect((await call('savePromotion', edited, editor.token)).error.status).toBe('ABORTED');

  const audit = await db().collection('audit').where('target', '==', `promotions/${draft.code}`).get();
  expect(audit.docs.map((entry) => entry.get('summary')).sort()).toEqual([
    'Changed Ten off',
    'Created Ten off',
  ]);
  const people = await db().doc(`promotionUses/${draft.code}:${ada.uid}`).get();
  expect(people.get('orderId')).toBeDefined();
});

it('savePromotion names the field of a rejected value', async () => {
  const editor = await createUser({ role: 'editor' });
  const taken = promotion();
  await call('savePromotion', { promotion: taken }, editor.token);
  const rejected: [object, string][] = [
    [promotion({ code: 'no' }), 'promotion.code'],
    [promotion({ code: undefined, isOncePerPerson: true }), 'promotion.isOncePerPerson'],
    [promotion({ effect: { kind: 'percent', percent: 101 } }), 'promotion.effect.percent'],
    [
      promotion({ startsAt: '2026-01-02T00:00:00.000Z', endsAt: '2026-01-01T00:00:00.000Z' }),
      'promotion.endsAt',
    ],
    [taken, 'promotion.code'],
  ];
  for (const [draft, field] of rejected) {
    const { error } = await call('savePromotion', { promotion: draft }, editor.token);
    expect([field, error.details]).toEqual([field, { field }]);
  }
});

it('an automatic promotion is published for every cart, without its limits, until it is stopped', async () => {
  const editor = await createUser({ role: 'editor' });
  const categories = [`c-${newCode().toLowerCase()}`];
  const draft = promotion({ code: undefined, categories, usesMax: 3 });
  const { result } = await call<Saved>('savePromotion', { promotion: draft }, editor.token);
  const published = async () => {
    const promotions = (await (await fetch(publishedUrl())).json()) as { id: string }[];
    return promotions.find(({ id }) => id === result.promotionId);
  };
  expect(await published()).toEqual({
    id: result.promotionId,
    name: 'Ten off',
    effect: draft.effect,
    categories,
  });
  await call(
    'savePromotion',
    { promotionId: result.promotionId, version: result.version, promotion: { ...draft, isStopped: true } },
    editor.token,
  );
  expect(await published()).toBeUndefined();
});

it('checkPromotion blocks a network that tries unknown codes, even for a valid one', async () => {
  const editor = await createUser({ role: 'editor' });
  const draft = promotion();
  await call('savePromotion', { promotion: draft }, editor.token);
  const headers = { 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` };
  const check = async (code: string) =>
    (await call('checkPromotion', { code }, undefined, headers)).error?.status;
  expect(await check(draft.code)).toBeUndefined();
  const statuses = await Promise.all(Array.from({ length: 40 }, () => check(newCode())));
  expect(statuses.filter((status) => status === 'NOT_FOUND')).toHaveLength(30);
  expect(await check(draft.code)).toBe('RESOURCE_EXHAUSTED');
});

it('deleteAccount removes the record of codes used by the account', async () => {
  const ada = await createUser();
  const use = db().doc(`promotionUses/${newCode()}:${ada.uid}`);
  await use.set({ orderId: 'a-delivered-one', userId: ada.uid });
  await call('deleteAccount', { confirm: 'DELETE' }, ada.token);
  expect((await use.get()).exists).toBe(false);
});
