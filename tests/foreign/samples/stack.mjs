// Access to the stack for the tests of the samples: the addresses that `savepoint exec` gives to
// its command.
import { setTimeout } from 'node:timers/promises';

const { GCLOUD_PROJECT, FIREBASE_EMULATOR_HUB, FIRESTORE_EMULATOR_HOST, SAVEPOINT_EVENT_LOG_URL } =
  process.env;
const DOCUMENTS = `http://${FIRESTORE_EMULATOR_HOST}/v1/projects/${GCLOUD_PROJECT}/databases/(default)/documents`;
/** Like the Admin SDK. */
const ADMIN = { authorization: 'Bearer owner' };
const POLL_MS = 100;

/** The project id of the stack. */
export const PROJECT = GCLOUD_PROJECT;

/** `http://host:port` of an emulator, from the emulator hub. */
export async function emulatorUrl(name) {
  const emulators = await (await fetch(`http://${FIREBASE_EMULATOR_HUB}/emulators`)).json();
  return `http://${emulators[name].host}:${emulators[name].port}`;
}

/** Sends JSON; resolves with status and JSON of the response. */
export async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Creates a document from REST fields, as an administrator or with other headers. */
export async function createDocument(collection, id, fields, headers = ADMIN) {
  return post(`${DOCUMENTS}/${collection}?documentId=${id}`, { fields }, headers);
}

/** The REST fields of all documents of a collection. */
export async function listDocuments(collection) {
  const response = await fetch(`${DOCUMENTS}/${collection}`, { headers: ADMIN });
  return ((await response.json()).documents ?? []).map(({ fields }) => fields);
}

const VERSIONS = `
  SELECT event.value ->> '$.attributes.after' FROM spans, json_each(spans.events) AS event
  WHERE spans.name = 'apply commit' AND event.value ->> '$.attributes.path' = ? ORDER BY start_ms`;

/** The REST fields of a document after each of its changes so far, in the event log. */
export async function versionsOf(path) {
  const { body } = await post(`${SAVEPOINT_EVENT_LOG_URL}/api/query`, { sql: VERSIONS, params: [path] });
  return body.rows.map(([fields]) => JSON.parse(fields));
}

/** Repeats a read until it returns something; the test runner's time limit ends it. */
export async function waitFor(read) {
  for (;;) {
    const found = await read();
    if (found) return found;
    await setTimeout(POLL_MS);
  }
}
