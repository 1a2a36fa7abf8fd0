// storage.rules through the SDKs: permissions, reads of Firestore documents, and reloading.
import { renameSync, writeFileSync } from 'node:fs';
import { deleteApp as deleteClientApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getMetadata,
  getStorage,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOST } from '../../packages/stack/src/config/listen-host.ts';
import { BUCKET, PROJECT, type StorageProject, startStorageProject } from './storage-project.ts';

const rulesFile = (members: string) =>
  `rules_version = '2';\nservice firebase.storage {\n  match /b/{bucket}/o {\n${members}\n  }\n}\n`;

const RULES = rulesFile(`
    match /get/{file} { allow get; }
    match /list/{file} { allow list; }
    match /create/{file} { allow create; }
    match /update/{file} { allow update; }
    match /delete/{file} { allow delete; }
    match /read/{file} { allow read; }
    match /write/{file} { allow write; }
    match /owned/{owner}/{file} {
      allow read: if resource.metadata.visibility == 'public' || request.auth.uid == owner;
      allow create: if request.auth.uid == owner
        && request.resource.size < 100
        && request.resource.contentType.matches('image/.*')
        && resource == null;
      allow update: if request.auth.uid == owner && request.resource.metadata.visibility != resource.metadata.visibility;
      allow delete: if request.auth.token.admin == true;
    }
    match /members/{file} {
      allow read: if firestore.exists(/databases/(default)/documents/members/$(request.auth.uid));
      allow create: if firestore.get(/databases/(default)/documents/members/$(request.auth.uid)).data.role == 'editor';
    }
    match /three/{file} {
      function has(id) { return firestore.exists(/databases/(default)/documents/members/$(id)); }
      allow get: if has('x') || has('y') || has('editor');
    }`);

/** With a misspelled keyword. */
const BROKEN_RULES = "rules_version = '2';\nservice firebase.storage {\n  mtch /b {}\n}\n";
const CONTENT = new Uint8Array([1, 2, 3]);
let project: StorageProject;
/** The output while the rules had the mistake. */
let outputOfStart: string;
let statusOfStart: number;
const apps: FirebaseApp[] = [];

/** Storage for a user, or for a signed-out client. */
function storageOf(user?: { sub: string; admin?: boolean }): FirebaseStorage {
  const app = initializeApp({ projectId: PROJECT, storageBucket: BUCKET }, `app-${apps.length}`);
  apps.push(app);
  const storage = getStorage(app);
  const token = user === undefined ? {} : { mockUserToken: user };
  connectStorageEmulator(storage, HOST, project.ports.storage, token);
  return storage;
}

let [anybody, alice, bob, admin, editor]: (FirebaseStorage | undefined)[] = [];

beforeAll(async () => {
  project = await startStorageProject({ rules: BROKEN_RULES });
  outputOfStart = project.output();
  statusOfStart = (await fetch(`${project.url}/v0/b/${BUCKET}/o/a.png`)).status;
  writeFileSync(project.rulesFile, RULES);
  await project.printed(/Rules updated/, outputOfStart.length);
  anybody = storageOf();
  [alice, bob, editor] = ['alice', 'bob', 'editor'].map((sub) => storageOf({ sub }));
  admin = storageOf({ sub: 'root', admin: true });
  for (const [id, role] of [
    ['editor', 'editor'],
    ['alice', 'reader'],
  ]) {
    const path = `projects/${PROJECT}/databases/(default)/documents/members?documentId=${id}`;
    const response = await fetch(`http://${project.firestoreHost}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify({ fields: { role: { stringValue: role } } }),
    });
    expect(response.status).toBe(200);
  }
}, 120_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => deleteClientApp(app)));
  await project?.stop();
});
beforeEach(async () => {
  await fetch(`${project.url}/internal/reset`, { method: 'POST' });
});

/** Stores an object as an administrator. */
async function store(name: string, headers: Record<string, string> = {}): Promise<void> {
  const url = `${project.url}/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'image/png', ...headers },
    body: CONTENT,
  });
  expect(response.status).toBe(200);
}

/** `allowed`, or the code of the error. */
async function outcome(operation: Promise<unknown>): Promise<string> {
  return operation.then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  );
}

const DENIED = 'storage/unauthorized';
const PNG = { contentType: 'image/png' };

it('A project whose storage.rules has an error starts, names line and column, and denies requests until it is fixed', () => {
  expect(outputOfStart).toMatch(/storage\.rules:3:3 ERROR Unexpected 'mtch'/);
  expect(outputOfStart).toContain('storage.rules has errors and is not loaded');
  expect(statusOfStart).toBe(403);
});

it('A project whose storage.rules is missing does not start, and names the file', async () => {
  await expect(startStorageProject({})).rejects.toThrow(/storage\.rules/);
}, 120_000);

describe('storage.rules', () => {
  it.each([
    ['get', ['get']],
    ['list', ['list']],
    ['create', ['create']],
    ['update', ['update']],
    ['delete', ['delete']],
    ['read', ['get', 'list']],
    ['write', ['create', 'update', 'delete']],
    ['nothing', []],
  ])('rules that allow %s let clients %j and nothing else', async (folder, expected) => {
    await store(`${folder}/stored`);
    const file = ref(anybody as FirebaseStorage, `${folder}/stored`);
    const operations: [string, () => Promise<unknown>][] = [
      ['get', () => getBytes(file)],
      ['list', () => listAll(ref(anybody as FirebaseStorage, folder))],
      ['create', () => uploadBytes(ref(anybody as FirebaseStorage, `${folder}/new`), CONTENT)],
      ['update', () => updateMetadata(file, { customMetadata: { k: 'v' } })],
      ['delete', () => deleteObject(file)],
    ];
    const outcomes: [string, string][] = [];
    for (const [name, run] of operations) outcomes.push([name, await outcome(run())]);
    expect(outcomes).toEqual(
      operations.map(([name]) => [name, (expected as string[]).includes(name) ? 'allowed' : DENIED]),
    );
  });

  it('see the user, the claims, the object and the upload', async () => {
    const path = 'owned/alice/a.png';
    const upload = (storage: unknown, content = CONTENT, metadata: { contentType: string } = PNG) =>
      outcome(uploadBytes(ref(storage as FirebaseStorage, path), content, metadata));
    expect(await upload(bob)).toBe(DENIED);
    expect(await upload(alice, new Uint8Array(100))).toBe(DENIED);
    expect(await upload(alice, CONTENT, { contentType: 'text/html' })).toBe(DENIED);
    expect(await upload(alice)).toBe('allowed');
    expect(await upload(alice)).toBe(DENIED);
    const read = (storage: unknown) => outcome(getMetadata(ref(storage as FirebaseStorage, path)));
    expect([await read(bob), await read(anybody), await read(alice)]).toEqual([DENIED, DENIED, 'allowed']);
    const publish = () =>
      outcome(
        updateMetadata(ref(alice as FirebaseStorage, path), { customMetadata: { visibility: 'public' } }),
      );
    await store(path, { 'x-goog-upload-protocol': 'raw' });
    expect(await publish()).toBe(DENIED);
    const remove = (storage: unknown) => outcome(deleteObject(ref(storage as FirebaseStorage, path)));
    expect([await remove(alice), await remove(admin)]).toEqual([DENIED, 'allowed']);
  });

  it('read documents of Firestore', async () => {
    await store('members/a.png');
    const read = (storage: unknown) => outcome(getBytes(ref(storage as FirebaseStorage, 'members/a.png')));
    const upload = (storage: unknown) =>
      outcome(uploadBytes(ref(storage as FirebaseStorage, 'members/b.png'), CONTENT, PNG));
    expect([await read(alice), await read(bob), await read(anybody)]).toEqual(['allowed', DENIED, DENIED]);
    expect([await upload(editor), await upload(alice), await upload(bob)]).toEqual([
      'allowed',
      DENIED,
      DENIED,
    ]);
  });

  it('read two documents but not a third', async () => {
    await store('three/a.png');
    expect(await outcome(getBytes(ref(alice as FirebaseStorage, 'three/a.png')))).toBe(DENIED);
  });

  it('explain in the terminal why a request is denied, with the line', async () => {
    const before = project.output().length;
    await outcome(getBytes(ref(bob as FirebaseStorage, 'owned/alice/x.png')));
    await project.printed(
      /get \/b\/demo-storage\.appspot\.com\/o\/owned\/alice\/x\.png denied: storage\.rules:13:/,
      before,
    );
  });

  it('do not apply to an administrator', async () => {
    await store('nothing/a.png');
    const response = await fetch(`${project.url}/v0/b/${BUCKET}/o/nothing%2Fa.png?alt=media`, {
      headers: { authorization: 'Bearer owner' },
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(CONTENT);
  });

  it('do not hide an object with a known download token', async () => {
    await store('nothing/a.png');
    const { downloadTokens } = (await (
      await fetch(`${project.url}/v0/b/${BUCKET}/o/nothing%2Fa.png`, {
        headers: { authorization: 'Bearer owner' },
      })
    ).json()) as { downloadTokens: string };
    const get = (token: string) =>
      fetch(`${project.url}/v0/b/${BUCKET}/o/nothing%2Fa.png?alt=media&token=${token}`);
    expect([(await get(downloadTokens)).status, (await get('other')).status]).toEqual([200, 403]);
  });
});

describe('storage.rules, when it is saved', () => {
  const canRead = () => outcome(getBytes(ref(anybody as FirebaseStorage, 'reload/a.png')));
  const open = rulesFile('    match /{all=**} { allow read; }');

  it.each([
    ['in place', (text: string) => writeFileSync(project.rulesFile, text)],
    [
      'as editors do that replace the file',
      (text: string) => {
        writeFileSync(`${project.rulesFile}~`, text);
        renameSync(`${project.rulesFile}~`, project.rulesFile);
      },
    ],
  ])('%s, applies at once; with an error, the last good rules stay in force', async (_, save) => {
    await store('reload/a.png');
    const saveAndAwait = async (text: string, printed: RegExp) => {
      const before = project.output().length;
      save(text);
      await project.printed(printed, before);
    };
    await saveAndAwait(open, /Rules updated: storage\.rules/);
    expect(await canRead()).toBe('allowed');
    await saveAndAwait(
      open.replace('allow', 'alow'),
      /storage\.rules:4:23 ERROR Unexpected 'alow'[\s\S]*the previous rules stay in force/,
    );
    expect(await canRead()).toBe('allowed');
    await saveAndAwait(open.replace('read', 'raed'), /storage\.rules:4:29 WARNING Invalid method name: raed/);
    expect(await canRead()).toBe(DENIED);
    await saveAndAwait(RULES, /Rules updated: storage\.rules/);
    expect(await canRead()).toBe(DENIED);
  });

  it('keep valid rules in force if a test library sends invalid ones', async () => {
    await store('reload/a.png');
    const replace = async (content: string) => {
      const response = await fetch(`${project.url}/internal/setRules`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } }),
      });
      return response.status;
    };
    expect([await replace(open), await canRead()]).toEqual([200, 'allowed']);
    expect([await replace('service firebase.storage {'), await canRead()]).toEqual([400, 'allowed']);
    expect([await replace(RULES), await canRead()]).toEqual([200, DENIED]);
  });

  it('reject a replacement that is not rules, with the reason in the response', async () => {
    const reasonFor = async (rules: object) => {
      const response = await fetch(`${project.url}/internal/setRules`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rules }),
      });
      const { message } = (await response.json()) as { message?: string };
      return [response.status, message];
    };
    expect(await reasonFor({})).toEqual([400, "Request body must include 'rules.files' array"]);
    expect(await reasonFor({ files: [{ name: 'storage.rules' }] })).toEqual([
      400,
      "Each member of 'rules.files' array must contain 'name' and 'content'",
    ]);
    expect(await reasonFor({ files: [{ name: 'storage.rules', content: 'foo' }] })).toEqual([
      400,
      'There was an error updating rules, see logs for more details',
    ]);
  });
});
