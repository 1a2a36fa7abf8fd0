import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocument, emulatorUrl, post } from './stack.mjs';

const options = { timeout: 120_000 };
const password = 'secret-1';

async function call(method, body) {
  const url = `${await emulatorUrl('auth')}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`;
  return post(url, body);
}

test('validateNewUser lets an address of acme.com sign up', options, async () => {
  const { status, body } = await call('signUp', { email: 'ada@acme.com', password });
  assert.equal(status, 200, JSON.stringify(body));
});

test('validateNewUser rejects an address of another domain', options, async () => {
  const { status, body } = await call('signUp', { email: 'ada@example.com', password });
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /Unauthorized email/);
});

test('checkForBan rejects the sign-in of a banned address, and lets others in', options, async () => {
  for (const name of ['grace', 'edsger']) await call('signUp', { email: `${name}@acme.com`, password });
  await createDocument('banned', 'grace@acme.com', {});
  const banned = await call('signInWithPassword', { email: 'grace@acme.com', password });
  assert.equal(banned.status, 400);
  assert.match(JSON.stringify(banned.body), /Unauthorized email/);
  assert.equal((await call('signInWithPassword', { email: 'edsger@acme.com', password })).status, 200);
});
