// The spans of firebase-tools' emulators, on a running stack.
import { randomBytes } from 'node:crypto';
import { getAuth } from 'firebase-admin/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportData } from '../../packages/stack/src/data/stack-data.ts';
import { listScheduledFunctions } from '../../packages/stack/src/emulators/scheduler.ts';
import { createUser, db, eventually, PROJECT, type TestUser } from '../functions/stack.ts';
import { query } from './event-log.ts';

const { FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_STORAGE_EMULATOR_HOST, SAVEPOINT_HOSTING_URL } = process.env;
const ACCOUNTS = `http://${FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts`;
const BUCKET = `${PROJECT}.firebasestorage.app`;

interface RecordedSpan {
  readonly id: string;
  readonly parent: string | null;
  readonly service: string;
  readonly name: string;
  readonly status: string;
  readonly attributes: string;
}

/** A new trace, as a browser begins one. */
function newTrace(): { traceId: string; traceparent: string } {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
}

/** The spans of a trace by `service name`, once those with these names have ended. */
async function spansOf(traceId: string, ...names: string[]): Promise<Map<string, RecordedSpan>> {
  const found = new Map<string, RecordedSpan>();
  await eventually(`${names.join(', ')} are in the event log`, async () => {
    const rows = await query<RecordedSpan>(
      `SELECT span_id AS id, parent_span_id AS parent, service, name, status, attributes FROM spans
       WHERE trace_id = ? AND end_ms IS NOT NULL`,
      [traceId],
    );
    for (const row of rows) found.set(`${row.service} ${row.name}`, row);
    return names.every((name) => found.has(name));
  });
  return found;
}

function attributesOf(span: RecordedSpan | undefined): Record<string, unknown> {
  return JSON.parse(span?.attributes ?? '{}');
}

async function postAccounts(method: string, body: object, traceparent: string): Promise<Response> {
  return await fetch(`${ACCOUNTS}:${method}?key=fake`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent },
    body: JSON.stringify(body),
  });
}

describe('the span of a request', { timeout: 60_000 }, () => {
  let ada: TestUser;

  beforeAll(async () => {
    ada = await createUser();
  }, 60_000);

  it('contains the operation, the account and the error of a request to Auth, but neither password nor token nor code', async () => {
    const { traceId, traceparent } = newTrace();
    const email = `${traceId}@example.com`;
    const signUp = await postAccounts('signUp', { email, password: 'hunter2-secret' }, traceparent);
    const { localId, idToken, refreshToken } = (await signUp.json()) as Record<string, string>;
    await postAccounts('signInWithPassword', { email, password: 'wrong-secret' }, traceparent);
    await postAccounts('sendOobCode', { requestType: 'PASSWORD_RESET', email }, traceparent);
    const spans = await spansOf(
      traceId,
      'auth accounts:signUp',
      'auth accounts:signInWithPassword',
      'auth accounts:sendOobCode',
    );
    expect(attributesOf(spans.get('auth accounts:signUp'))).toMatchObject({
      'auth.user_id': localId,
      'http.response.status_code': 200,
    });
    const failed = spans.get('auth accounts:signInWithPassword');
    expect(failed?.status).toBe('error');
    expect(attributesOf(failed)['auth.error']).toMatch(/INVALID/);
    expect(attributesOf(spans.get('auth accounts:sendOobCode'))['auth.code_type']).toBe('PASSWORD_RESET');
    const secrets = ['hunter2-secret', 'wrong-secret', idToken, refreshToken] as string[];
    const codes = await fetch(
      `http://${FIREBASE_AUTH_EMULATOR_HOST}/emulator/v1/projects/${PROJECT}/oobCodes`,
    );
    const { oobCodes } = (await codes.json()) as { oobCodes: { email: string; oobCode: string }[] };
    secrets.push(...oobCodes.filter((code) => code.email === email).map(({ oobCode }) => oobCode));
    expect(secrets).toHaveLength(5);
    for (const secret of secrets) {
      expect(
        await query('SELECT * FROM spans WHERE instr(name || attributes || events, ?) > 0', [secret]),
      ).toEqual([]);
    }
  });

  it('is not recorded if its traceparent is not sampled, as for a polling page of Studio', async () => {
    const { traceId, traceparent } = newTrace();
    const [unsampled, sampled] = [traceparent.replace(/01$/, '00'), traceparent];
    const account = { email: `${traceId}@example.com`, password: 'hunter2-secret' };
    await postAccounts('signUp', account, unsampled);
    const objects = `http://${FIREBASE_STORAGE_EMULATOR_HOST}/v0/b/${BUCKET}/o`;
    await fetch(objects, { headers: { traceparent: unsampled } });
    await fetch(`${objects}/none.txt`, { headers: { traceparent: sampled } });
    await postAccounts('signInWithPassword', account, sampled);
    const recorded = ['auth accounts:signInWithPassword', 'storage storage.objects.get'];
    const spans = await spansOf(traceId, ...recorded);
    const requests = [...spans.keys()].filter((name) => !name.endsWith(' authorize'));
    expect(requests.sort()).toEqual(recorded);
  });

  it('contains the new claims of a request that changes claims', async () => {
    await db().doc('products/none').get();
    await getAuth().setCustomUserClaims(ada.uid, { role: 'packer' });
    const claims = `SELECT 1 FROM spans WHERE service = 'auth' AND name = 'projects.accounts:update'
      AND attributes ->> '$."auth.user_id"' = ? AND attributes ->> '$."auth.claims"' = ?`;
    await eventually(
      'the claims are in the event log',
      async () => (await query(claims, [ada.uid, '{"role":"packer"}'])).length > 0,
    );
  });

  it('contains bucket and object of a request to Storage, and below it the decision of the rules', async () => {
    const { traceId, traceparent } = newTrace();
    const upload = (authorization: Record<string, string>, name: string) =>
      fetch(`http://${FIREBASE_STORAGE_EMULATOR_HOST}/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', traceparent, ...authorization },
        body: 'content',
      });
    expect((await upload({}, 'nowhere/a.txt')).status).toBe(403);
    const spans = await spansOf(traceId, 'storage storage.objects.insert', 'storage authorize');
    const denied = spans.get('storage storage.objects.insert');
    expect(denied?.status).toBe('error');
    expect(attributesOf(denied)).toMatchObject({
      'storage.bucket': BUCKET,
      'storage.object': 'nowhere/a.txt',
    });
    expect(spans.get('storage authorize')?.parent).toBe(denied?.id);
    expect(attributesOf(spans.get('storage authorize'))['rules.outcome']).toBe('deny');
  });

  it('is the parent of the rewritten function for a request to Hosting', async () => {
    const { traceId, traceparent } = newTrace();
    const response = await fetch(`${SAVEPOINT_HOSTING_URL}/catalogue.json?trace=${traceId}`, {
      headers: { traceparent },
    });
    await response.arrayBuffer();
    const spans = await spansOf(traceId, 'hosting GET /catalogue.json', 'functions renderPage');
    const page = spans.get('hosting GET /catalogue.json');
    expect(spans.get('functions renderPage')?.parent).toBe(page?.id);
  });

  it('is the parent of the scheduled function for a request of a schedule', async () => {
    const { port } = new URL(process.env.SAVEPOINT_FUNCTIONS_URL ?? '');
    const schedules = await listScheduledFunctions({ port: Number(port), projectId: PROJECT });
    const cleaning = schedules.find(({ name }) => name === 'deleteUnusedImages');
    const at = new Date();
    await cleaning?.run(at);
    const parents = `SELECT parent.name FROM spans AS child JOIN spans AS parent ON parent.span_id = child.parent_span_id
      WHERE child.name = 'deleteUnusedImages' AND parent.service = 'schedules' AND parent.start_ms >= ?`;
    await eventually(
      'the run is in the event log',
      async () => (await query(parents, [at.getTime() - 1000])).length === 1,
    );
  });
});

it('does not record each read of an export of all data', { timeout: 60_000 }, async () => {
  const marker = newTrace();
  await db().collection('exported').doc('a').collection('below').doc('b').set({ n: 1 });
  const port = Number(new URL(`http://${process.env.FIRESTORE_EMULATOR_HOST}`).port);
  const startedMs = Date.now();
  const { documents } = await exportData(PROJECT, { firestore: port });
  expect(documents.some(({ name }) => name.endsWith('/exported/a/below/b'))).toBe(true);
  // Exports arrive in order, so everything earlier has been recorded by then.
  await fetch(
    `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/projects/${PROJECT}/databases/(default)/documents/exported/a/below/b`,
    { headers: { authorization: 'Bearer owner', traceparent: marker.traceparent } },
  );
  await spansOf(marker.traceId, 'firestore getDocument');
  const sql = "SELECT name FROM spans WHERE name IN ('listDocuments', 'listCollectionIds') AND start_ms >= ?";
  expect(await query(sql, [startedMs])).toEqual([]);
  await db().recursiveDelete(db().collection('exported'));
});
