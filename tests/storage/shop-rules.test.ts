// The shop's own storage.rules: permissions to upload and to read. Each operation with each role;
// everything that no cell allows is denied.
import { readFileSync } from 'node:fs';
import { PERMISSIONS, ROLES as STAFF_ROLES } from '@savepoint/model/roles';
import {
  IMAGES_FOLDER,
  UPLOAD_MAX_BYTES,
  UPLOAD_TYPES,
  UPLOADS_FOLDER,
} from '@savepoint/model/uploaded-image';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getStorage,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOST } from '../../packages/stack/src/config/listen-host.ts';
import { shopPath } from '../support/shop-project.ts';
import { BUCKET, PROJECT, type StorageProject, startStorageProject } from './storage-project.ts';

const RULES = readFileSync(shopPath('storage.rules'), 'utf8');
/** A visitor, a shopper, an owner through the older claim, and each role. */
const ROLES = ['visitor', 'shopper', 'admin', ...STAFF_ROLES] as const;
type Role = (typeof ROLES)[number];
const UPLOADERS: readonly Role[] = ['admin', ...PERMISSIONS.editCatalogue];

const ID = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9';
const IMAGE = `${IMAGES_FOLDER}/0123456789abcdef0123456789abcdef-1200x900/400.webp`;
const PNG = { contentType: 'image/png' };
const CONTENT = new Uint8Array([1, 2, 3]);

let project: StorageProject;
const apps: FirebaseApp[] = [];
const storages = new Map<Role, FirebaseStorage>();
const uidOf = (role: Role) => `${role}-uid`;
const uploadOf = (role: Role, id = ID) => `${UPLOADS_FOLDER}/${uidOf(role)}/${id}`;

function openStorage(role: Role): FirebaseStorage {
  const app = initializeApp({ projectId: PROJECT, storageBucket: BUCKET }, role);
  apps.push(app);
  const storage = getStorage(app);
  const claims = role === 'shopper' ? {} : role === 'admin' ? { admin: true } : { role };
  const token = role === 'visitor' ? {} : { mockUserToken: { sub: uidOf(role), ...claims } };
  connectStorageEmulator(storage, HOST, project.ports.storage, token);
  return storage;
}

const at = (role: Role, name: string) => ref(storages.get(role) as FirebaseStorage, name);

/** Stores an object as an administrator. */
async function store(name: string): Promise<void> {
  const url = `${project.url}/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`;
  const headers = { authorization: 'Bearer owner', 'content-type': 'image/webp' };
  expect((await fetch(url, { method: 'POST', headers, body: CONTENT })).status).toBe(200);
}

/** `allowed`, or the code of the error. */
const outcome = (operation: Promise<unknown>): Promise<string> =>
  operation.then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  );
const DENIED = 'storage/unauthorized';
const expected = (role: Role, allowed: readonly Role[]) => (allowed.includes(role) ? 'allowed' : DENIED);

beforeAll(async () => {
  project = await startStorageProject({ rules: RULES });
  for (const role of ROLES) storages.set(role, openStorage(role));
}, 120_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => deleteApp(app)));
  await project?.stop();
});
beforeEach(async () => {
  await fetch(`${project.url}/internal/reset`, { method: 'POST' });
});

describe.each(ROLES)('storage.rules for the role %s', (role) => {
  it(`${UPLOADERS.includes(role) ? 'allow' : 'deny'} an upload into the account's own folder, once`, async () => {
    const upload = () => outcome(uploadBytes(at(role, uploadOf(role)), CONTENT, PNG));
    expect(await upload()).toBe(expected(role, UPLOADERS));
    expect(await upload()).toBe(expected(role, []));
  });

  it("deny an upload to another account's folder, and to that of pictures", async () => {
    const other = role === 'owner' ? 'editor' : 'owner';
    for (const name of [uploadOf(other), IMAGE, 'anything.png', `${UPLOADS_FOLDER}/${ID}`])
      expect([name, await outcome(uploadBytes(at(role, name), CONTENT, PNG))]).toEqual([
        name,
        expected(role, []),
      ]);
  });

  it("deny reading, changing, listing and deleting uploads, even the account's own", async () => {
    await store(uploadOf(role));
    const upload = at(role, uploadOf(role));
    for (const operation of [
      () => getBytes(upload),
      () => updateMetadata(upload, { contentType: 'text/html' }),
      () => deleteObject(upload),
      () => listAll(at(role, `${UPLOADS_FOLDER}/${uidOf(role)}`)),
    ])
      expect([String(operation), await outcome(operation())]).toEqual([
        String(operation),
        expected(role, []),
      ]);
  });

  it('allow reading a picture, and deny changing, listing and deleting pictures', async () => {
    await store(IMAGE);
    expect(await outcome(getBytes(at(role, IMAGE)))).toBe('allowed');
    for (const operation of [
      () => updateMetadata(at(role, IMAGE), { contentType: 'text/html' }),
      () => deleteObject(at(role, IMAGE)),
      () => listAll(at(role, IMAGES_FOLDER)),
    ])
      expect([String(operation), await outcome(operation())]).toEqual([
        String(operation),
        expected(role, []),
      ]);
  });
});

describe('storage.rules for an upload of an owner', () => {
  it.each(UPLOAD_TYPES)('allow the content type %s', async (contentType) => {
    expect(await outcome(uploadBytes(at('owner', uploadOf('owner')), CONTENT, { contentType }))).toBe(
      'allowed',
    );
  });

  it.each(['image/svg+xml', 'image/gif', 'text/html', 'application/octet-stream', 'image/png; a=b'])(
    'deny the content type %s',
    async (contentType) => {
      expect(await outcome(uploadBytes(at('owner', uploadOf('owner')), CONTENT, { contentType }))).toBe(
        DENIED,
      );
    },
  );

  it('allow as many bytes as the model, and deny one more', { timeout: 30_000 }, async () => {
    const upload = (bytes: number, id: string) =>
      outcome(uploadBytes(at('owner', uploadOf('owner', id)), new Uint8Array(bytes), PNG));
    expect(await upload(UPLOAD_MAX_BYTES + 1, `${ID}-a`)).toBe(DENIED);
    expect(await upload(UPLOAD_MAX_BYTES, `${ID}-b`)).toBe('allowed');
  });

  it.each(['short', 'with.a.dot.in.the.name', 'x'.repeat(65)])('deny the name %s', async (id) => {
    expect(await outcome(uploadBytes(at('owner', uploadOf('owner', id)), CONTENT, PNG))).toBe(DENIED);
  });
});

describe('the roles in storage.rules', () => {
  it('are those of the table in the model', () => {
    const [, roles = ''] =
      /function may_editCatalogue\(\) \{\s*return hasRole\(\[([^\]]*)\]\)/.exec(RULES) ?? [];
    expect([...roles.matchAll(/'(\w+)'/g)].map(([, role]) => role)).toEqual([...PERMISSIONS.editCatalogue]);
  });
});
