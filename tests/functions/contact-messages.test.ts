import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createUser, db, eventually, type TestUser, verifyAddress } from './stack.ts';

let admin: TestUser;
beforeAll(async () => {
  admin = await createUser({ admin: true });
});

async function sendMessage({ email, token }: Partial<TestUser> = {}): Promise<string> {
  const subject = `Question ${randomUUID()}`;
  const message = {
    name: 'Ada',
    email: email ?? 'ada@example.com',
    subject,
    message: 'Is the fox friendly?',
  };
  expect((await call('sendContactMessage', message, token)).error).toBeUndefined();
  const { docs } = await db().collection('contactMessages').where('subject', '==', subject).get();
  return String(docs[0]?.id);
}

describe('replyToContactMessage', { timeout: 60_000 }, () => {
  it('stores a reply once, however often it is sent, and emails it to the sender once', async () => {
    const id = await sendMessage();
    const request = { messageId: id, reply: 'It is.' };
    for (let times = 0; times < 2; times += 1)
      expect((await call('replyToContactMessage', request, admin.token)).error).toBeUndefined();
    const message = await db().doc(`contactMessages/${id}`).get();
    expect(message.get('status')).toBe('replied');
    expect(message.get('replies')).toEqual([
      {
        text: 'It is.',
        at: expect.anything(),
        email: expect.stringContaining('@'),
        name: expect.any(String),
      },
    ]);
    const mail = db().doc(`mail/contact-${id}-0`);
    await eventually('the reply is emailed', async () => (await mail.get()).exists);
    expect((await mail.get()).data()).toMatchObject({
      to: ['ada@example.com'],
      message: { text: expect.stringContaining('It is.') },
    });
    expect((await db().doc(`mail/contact-${id}-1`).get()).exists).toBe(false);
  });

  it("quotes the message only to its sender's verified address", async () => {
    const verified = await createUser();
    await verifyAddress(verified);
    for (const [sender, isQuoted] of [
      [verified, true],
      [await createUser(), false],
      // Somebody else's address.
      [{ ...verified, email: 'bob@example.com' }, false],
    ] as const) {
      const id = await sendMessage(sender);
      await call('replyToContactMessage', { messageId: id, reply: 'It is.' }, admin.token);
      const mail = db().doc(`mail/contact-${id}-0`);
      await eventually('the reply is emailed', async () => (await mail.get()).exists);
      const text = String((await mail.get()).get('message.text'));
      expect(text.includes('> Is the fox friendly?'), sender.email).toBe(isQuoted);
    }
  });

  it('rejects an unknown message with not-found', async () => {
    const request = { messageId: 'nothing', reply: 'It is.' };
    expect((await call('replyToContactMessage', request, admin.token)).error.status).toBe('NOT_FOUND');
  });
});

describe('setContactMessageStatus', { timeout: 60_000 }, () => {
  it('closes and reopens a message', async () => {
    const id = await sendMessage();
    for (const status of ['closed', 'open']) {
      await call('setContactMessageStatus', { messageId: id, status }, admin.token);
      expect((await db().doc(`contactMessages/${id}`).get()).get('status')).toBe(status);
    }
    const unknown = { messageId: 'nothing', status: 'closed' };
    expect((await call('setContactMessageStatus', unknown, admin.token)).error.status).toBe('NOT_FOUND');
  });
});
