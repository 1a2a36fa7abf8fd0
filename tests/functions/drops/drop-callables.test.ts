// Drops over HTTP, on a running stack: permissions, published data, and a shopper's experience.
import { randomUUID } from 'node:crypto';
import { commitmentOf, findDrawProblem } from '@savepoint/model/draw';
import type { DropFields, ListedDrop, PublicDrop, PublishedDraw } from '@savepoint/model/drop';
import { beforeAll, expect, it } from 'vitest';
import { runSchedule } from '../../support/run-schedule.ts';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  functionUrl,
  orderRequest,
  PROJECT,
  payOrder,
  type TestUser,
  verifyAddress,
} from '../stack.ts';

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const plan = (productId: string, fields: Partial<DropFields> = {}): DropFields => ({
  ...{ title: `Drop ${randomUUID().slice(0, 8)}`, productId, size: 'M', kind: 'line' },
  ...{ units: 2, limitPerPerson: 1, opensAt: inMinutes(-1), closesAt: inMinutes(60), payMinutes: 60 },
  ...fields,
});

let editor: TestUser;
beforeAll(async () => {
  editor = await createUser({ role: 'editor' });
});

async function announce(drop: DropFields): Promise<{ dropId: string; version: string }> {
  const { result, error } = await call<{ dropId: string; version: string }>(
    'saveDrop',
    { drop },
    editor.token,
  );
  expect(error).toBeUndefined();
  return result;
}
async function createEntrant(): Promise<TestUser> {
  const user = await createUser();
  await verifyAddress(user);
  return user;
}
const enter = (dropId: string, { token }: TestUser) => call('enterDrop', { dropId, units: 1 }, token);
const entryOf = async (dropId: string, { uid }: TestUser) =>
  (await db().doc(`dropEntries/${dropId}:${uid}`).get()).data();
const published = async <T>(dropId: string, name: 'state' | 'draw') => {
  const response = await fetch(`${functionUrl('renderPage')}/drops/${dropId}/${name}.json`);
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
};
const advance = () => runSchedule(functionUrl(''), PROJECT, 'advanceDrops');

it('a shopper who enters a line in time gets a number, and owns it only after ordering', async () => {
  const [ada, eve, productId] = [await createEntrant(), await createUser(), await createProduct(2)];
  const { dropId } = await announce(plan(productId, { units: 1 }));
  expect((await db().doc(`products/${productId}`).get()).get('drop')).toEqual({ id: dropId, size: 'M' });
  const refused = await call('createOrder', orderRequest(productId), ada.token);
  expect(refused.error).toMatchObject({
    status: 'FAILED_PRECONDITION',
    details: { reason: 'drop', line: 0 },
  });
  expect((await enter(dropId, eve)).error).toMatchObject({ details: { reason: 'unverified' } });

  expect(await Promise.all([1, 2, 3].map(async () => (await enter(dropId, ada)).error))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await entryOf(dropId, ada)).toMatchObject({ state: 'won', numbers: [1], of: 1 });
  const ticket = '0'.repeat(32);
  const withTicket = await call('enterDrop', { dropId, units: 1, ticket }, ada.token);
  expect(withTicket.error.status).toBe('INVALID_ARGUMENT');
  const late = await createEntrant();
  expect((await enter(dropId, late)).error).toMatchObject({ details: { reason: 'taken' } });
  const forged = await call('createOrder', orderRequest(productId), late.token);
  expect(forged.error).toMatchObject({ details: { reason: 'drop' } });
  const { body, headers } = await published<PublicDrop>(dropId, 'state');
  expect(headers.get('cache-control')).toContain('s-maxage=1');
  expect(body).toMatchObject({ phase: 'open', left: 0, units: 1 });
  expect(Object.keys(body)).not.toContain('earlyAccess');

  const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), ada.token);
  const order = await db().doc(`orders/${result.orderId}`).get();
  expect(order.get('lines')[0].edition).toEqual({ dropId, numbers: [1], of: 1 });
  await payOrder(result.orderId);
  expect(await entryOf(dropId, ada)).toMatchObject({ state: 'bought', orderId: result.orderId });
  const mails = await db().collection('mail').where('to', 'array-contains', ada.email).get();
  const subjects = mails.docs.map((mail) => String(mail.get('message.subject')));
  expect(subjects).toContainEqual(expect.stringContaining('No. 1 of 1 is yours to buy'));
});

it('a draw is made on schedule, and anybody can repeat it from the published data', async () => {
  const productId = await createProduct(3);
  const people = await Promise.all([1, 2, 3, 4].map(() => createEntrant()));
  const { dropId } = await announce(plan(productId, { kind: 'draw' }));
  for (const person of people) expect((await enter(dropId, person)).error).toBeUndefined();
  const before = (await published<PublicDrop>(dropId, 'state')).body;
  expect((await published(dropId, 'draw')).status).toBe(404);
  await db()
    .doc(`drops/${dropId}`)
    .update({ closesAt: inMinutes(-1) });
  await advance();
  const entries = await Promise.all(people.map((person) => entryOf(dropId, person)));
  const won = entries.filter((entry) => entry?.state === 'won').map((entry) => entry?.ticket);
  expect(entries.flatMap((entry) => entry?.numbers).sort()).toEqual([1, 2]);
  // The previous response is cached for a second.
  await eventually('a draw is published', async () => (await published(dropId, 'draw')).status === 200);
  const { body: draw } = await published<PublishedDraw>(dropId, 'draw');
  expect(await findDrawProblem(draw)).toBeUndefined();
  expect(new Set(draw.ranking.slice(0, 2))).toEqual(new Set(won));
  expect(before.commitment).toBe(await commitmentOf(draw.seed));
});

it('saveDrop names the field of a rejected value, and keeps facts that shoppers were told', async () => {
  const [productId, other] = [await createProduct(5), await createProduct(1)];
  const rejected: [DropFields, string][] = [
    [plan('nowhere'), 'drop.productId'],
    [plan(productId, { units: 6 }), 'drop.units'],
    [plan(productId, { size: 'XXL' }), 'drop.size'],
    [plan(productId, { closesAt: inMinutes(-5) }), 'drop.closesAt'],
    [plan(productId, { payMinutes: 1 }), 'drop.payMinutes'],
    [plan(productId, { earlyAccess: { hours: 1, emails: [] } }), 'drop.earlyAccess.emails'],
  ];
  for (const [drop, field] of rejected)
    expect([field, (await call('saveDrop', { drop }, editor.token)).error.details]).toEqual([
      field,
      { field },
    ]);
  const drop = plan(productId, { units: 3 });
  const { dropId, version } = await announce(drop);
  const twice = await call('saveDrop', { drop: plan(productId) }, editor.token);
  expect(twice.error.details).toEqual({ field: 'drop.productId' });
  for (const person of await Promise.all([createEntrant(), createEntrant()])) await enter(dropId, person);
  const change = (fields: Partial<DropFields>) =>
    call('saveDrop', { dropId, version, drop: { ...drop, ...fields } }, editor.token);
  expect((await change({ units: 1 })).error.details).toEqual({ field: 'drop.units' });
  expect((await change({ productId: other })).error.details).toEqual({ field: 'drop.productId' });
  expect((await change({ units: 2 })).error).toBeUndefined();
  expect((await change({ units: 3 })).error.status).toBe('ABORTED');
});

it('a stopped drop rejects entries, ends without holders, and frees its product', async () => {
  const productId = await createProduct(2);
  const { dropId } = await announce(plan(productId));
  const version = (await db().doc(`products/${productId}`).get()).get('updatedAt');
  const deletion = await call('deleteProduct', { productId, version }, editor.token);
  expect(deletion.error.message).toContain('is sold in a drop');
  expect((await call('stopDrop', { dropId }, editor.token)).error).toBeUndefined();
  const ada = await createEntrant();
  expect((await enter(dropId, ada)).error).toMatchObject({ details: { reason: 'stopped' } });
  expect((await db().doc(`products/${productId}`).get()).get('drop')).toBeUndefined();
  expect((await call('createOrder', orderRequest(productId), ada.token)).error).toBeUndefined();
  const audit = await db().collection('audit').where('target', '==', `drops/${dropId}`).get();
  expect(audit.docs.map((entry) => entry.get('action')).sort()).toEqual(['saveDrop', 'stopDrop']);
});

it('reminders are sent once before a drop opens, and can be unsubscribed by link', async () => {
  const productId = await createProduct(2);
  const [ada, bob] = [await createEntrant(), await createEntrant()];
  const { dropId } = await announce(plan(productId, { opensAt: inMinutes(50) }));
  for (const { token } of [ada, bob])
    expect((await call('remindOfDrop', { dropId, isOn: true }, token)).error).toBeUndefined();
  const bobs = await db().doc(`dropReminders/${dropId}:${bob.uid}`).get();
  await call('unsubscribe', { list: 'drops', token: bobs.get('token') });
  await advance();
  await advance();
  const mailsOf = async ({ email }: TestUser) =>
    (await db().collection('mail').where('to', 'array-contains', email).get()).docs.filter((mail) =>
      mail.id.startsWith('drop-reminder'),
    );
  expect(await mailsOf(bob)).toHaveLength(0);
  const [mail, ...others] = await mailsOf(ada);
  expect(others).toHaveLength(0);
  expect(mail?.get('headers')['List-Unsubscribe']).toContain('list=drops');
});

it("deleteAccount removes the address from entries, and the account's reminders", async () => {
  const [ada, productId] = [await createEntrant(), await createProduct(2)];
  const opensAt = inMinutes(30);
  const { dropId } = await announce(plan(productId, { kind: 'draw', opensAt }));
  await call('remindOfDrop', { dropId, isOn: true }, ada.token);
  const open = await announce(plan(await createProduct(2), { kind: 'draw' }));
  expect((await enter(open.dropId, ada)).error).toBeUndefined();
  expect((await call('deleteAccount', { confirm: 'DELETE' }, ada.token)).error).toBeUndefined();
  const entry = await entryOf(open.dropId, ada);
  expect(entry).toMatchObject({ email: '', ticket: expect.stringMatching(/^[\da-f]{32}$/) });
  for (const name of ['dropReminders', 'dropMailboxes'])
    expect((await db().collection(name).where('userId', '==', ada.uid).get()).size).toBe(0);
});

it('/drops.json lists announced and open drops, and an unknown drop is null', async () => {
  const state = await fetch(`${functionUrl('renderPage')}/drops/no-such-drop/state.json`);
  expect([state.status, await state.json()]).toEqual([200, null]);
  const { dropId } = await announce(plan(await createProduct(2), { units: 1 }));
  const listed = async () => {
    const response = await fetch(`${functionUrl('renderPage')}/drops.json`);
    return ((await response.json()) as ListedDrop[]).find(({ id }) => id === dropId);
  };
  await expect.poll(listed).toMatchObject({ units: 1, size: 'M', kind: 'line' });
  await call('stopDrop', { dropId }, editor.token);
  await expect.poll(listed).toBeUndefined();
});
