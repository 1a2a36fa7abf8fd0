// Uses a separate project, with a clock that the tests set.
import { randomUUID } from 'node:crypto';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrderEmails, resendOrderEmail } from '../../functions/src/mail/resend-email.ts';

const STAFF = { uid: 'sam', email: 'sam@example.com' };
const SENT_AT = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(SENT_AT.getTime() + minutes * MINUTE_MS);
const MESSAGE = { subject: 'Your package is on its way', text: 'Hello', html: '<p>Hello</p>' };

let app: App;
let db: Firestore;

beforeEach(async () => {
  app = initializeApp({ projectId: `demo-mail-${randomUUID().slice(0, 12)}` }, randomUUID());
  db = getFirestore(app);
  await db.doc('orders/o1').set({ email: 'new@example.com' });
  const mail = { to: ['old@example.com'], message: MESSAGE, createdAt: SENT_AT };
  await db.doc('mail/o1-shipped').set(mail);
  await db
    .doc('mail/o1-paid')
    .set({ ...mail, createdAt: at(-60), delivery: { state: 'ERROR', error: 'No such box' } });
  await db.doc('mail/o11-paid').set({ ...mail, delivery: { state: 'SUCCESS' } });
});
afterEach(() => deleteApp(app));

const resend = (emailId: string, minutes: number, orderId = 'o1') =>
  resendOrderEmail(db, STAFF, { orderId, emailId }, at(minutes));

describe('the emails of an order', { timeout: 30_000 }, () => {
  it('are listed with their state, newest first, without those of another order', async () => {
    expect(await readOrderEmails(db, 'o1', 'queued')).toEqual({
      emails: [
        {
          ...{ id: 'o1-shipped', subject: MESSAGE.subject, to: 'old@example.com', state: 'queued' },
          ...{ at: SENT_AT.toISOString(), sentAgain: [] },
        },
        expect.objectContaining({ id: 'o1-paid', state: 'failed', error: 'No such box' }),
      ],
    });
    const [email] = (await readOrderEmails(db, 'o11', 'queued')).emails;
    expect(email).toMatchObject({ id: 'o11-paid', state: 'sent' });
  });

  it("are resent unchanged, once for two concurrent requests, to the order's address, and audited", async () => {
    const results = await Promise.allSettled([resend('o1-shipped', 5), resend('o1-shipped', 5)]);
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refused.reason).toMatchObject({
      code: 'resource-exhausted',
      message: 'This email was just sent again. It can be sent once more in 10 minutes.',
    });
    const copies = await db.collection('mail').where('copyOf', '==', 'o1-shipped').get();
    expect(copies.docs.map((copy) => copy.data())).toMatchObject([
      { to: ['new@example.com'], message: MESSAGE },
    ]);
    const audited = await db.collection('audit').where('target', '==', 'orders/o1').get();
    expect(audited.docs.map((entry) => entry.get('summary'))).toEqual([`Sent again: ${MESSAGE.subject}`]);
    await resend('o1-shipped', 16);
    const [email] = (await readOrderEmails(db, 'o1', 'sent')).emails;
    expect(email?.sentAgain).toEqual([at(5).toISOString(), at(16).toISOString()]);
  });

  it('are not sent for another order, or without an address', async () => {
    await expect(resend('o11-paid', 0)).rejects.toMatchObject({ code: 'not-found' });
    await expect(resend('o1-paid', 0, 'o2')).rejects.toMatchObject({ code: 'not-found' });
    await db.doc('orders/o1').set({ userId: 'ann' });
    await expect(resend('o1-paid', 0)).rejects.toMatchObject({ code: 'failed-precondition' });
    expect((await db.collection('mail').get()).size).toBe(3);
  });
});
