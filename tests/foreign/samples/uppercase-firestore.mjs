import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocument, emulatorUrl, listDocuments, PROJECT, waitFor } from './stack.mjs';

const options = { timeout: 120_000 };
const hasUppercase = (original) => async () =>
  (await listDocuments('messages')).find(
    (fields) => fields.original?.stringValue === original && fields.uppercase,
  );

test('addmessage stores the text, and makeuppercase adds it in upper case', options, async () => {
  const functions = await emulatorUrl('functions');
  const response = await fetch(`${functions}/${PROJECT}/us-central1/addmessage?text=uppercaseme`);
  assert.match((await response.json()).result, /^Message with ID: \S+ added\.$/);
  const { uppercase } = await waitFor(hasUppercase('uppercaseme'));
  assert.equal(uppercase.stringValue, 'UPPERCASEME');
});

test('makeuppercase runs for a document that another client creates', options, async () => {
  await createDocument('messages', 'a', { original: { stringValue: 'hello' } });
  const { uppercase } = await waitFor(hasUppercase('hello'));
  assert.equal(uppercase.stringValue, 'HELLO');
});
