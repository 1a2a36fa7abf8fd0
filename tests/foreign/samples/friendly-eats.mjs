import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emulatorUrl, listDocuments } from './stack.mjs';

test('the script finds the restaurants and accounts of app-data-seed', async () => {
  const restaurants = await listDocuments('restaurants');
  assert.ok(restaurants.length > 0);
  assert.ok(restaurants.every(({ name }) => name.stringValue.length > 0));
});

test('anyone may read restaurants, and nobody may create one without an account', async () => {
  const firestore = await emulatorUrl('firestore');
  const documents = `${firestore}/v1/projects/${process.env.GCLOUD_PROJECT}/databases/(default)/documents`;
  assert.equal((await fetch(`${documents}/restaurants`)).status, 200);
  const response = await fetch(`${documents}/restaurants`, { method: 'POST', body: '{"fields":{}}' });
  assert.equal(response.status, 403);
});
