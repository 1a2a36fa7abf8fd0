import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocument, emulatorUrl, listDocuments, post, versionsOf, waitFor } from './stack.mjs';

const options = { timeout: 120_000 };
const hasAuthor = (text) => async () =>
  (await listDocuments('comments')).find((fields) => fields.text?.stringValue === text && fields.created_by);

test(
  'verifyComment records the uid of a signed-in author, and that it is not verified',
  options,
  async () => {
    const signUp = `${await emulatorUrl('auth')}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`;
    const account = { email: 'ada@example.com', password: 'secret-1', returnSecureToken: true };
    const { localId, idToken } = (await post(signUp, account)).body;
    const headers = { authorization: `Bearer ${idToken}` };
    await createDocument('comments', 'a', { text: { stringValue: 'from Ada' } }, headers);
    // The function's own write triggers it, too, and immediately replaces the author by that
    // write's.
    const { created_by: author, verified } = await waitFor(async () =>
      (await versionsOf('comments/a')).find((fields) => fields.created_by),
    );
    assert.equal(author.stringValue, localId);
    assert.equal(verified.booleanValue, false);
  },
);

test('verifyComment also runs for a comment of the Admin SDK', options, async () => {
  await createDocument('comments', 'b', { text: { stringValue: 'from a server' } });
  const { verified } = await waitFor(hasAuthor('from a server'));
  assert.equal(verified.booleanValue, false);
});

test('an unauthenticated comment is denied by the rules of the sample', options, async () => {
  assert.equal((await createDocument('comments', 'c', { text: { stringValue: 'hi' } }, {})).status, 403);
});
