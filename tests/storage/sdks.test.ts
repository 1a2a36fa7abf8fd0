// The Storage emulator through the unmodified SDKs: firebase (as a browser uses it), firebase-admin
// and @google-cloud/storage.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bucket, Storage } from '@google-cloud/storage';
import { deleteApp as deleteClientApp, initializeApp as initializeClientApp } from 'firebase/app';
import {
  connectStorageEmulator,
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
} from 'firebase/storage';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOST } from '../../packages/stack/src/config/listen-host.ts';
import { BUCKET, PROJECT, type StorageProject, startStorageProject } from './storage-project.ts';

const RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{all=**} { allow read, write; }
  }
}
`;

/** Records each event as an object below events/, and ignores events there. */
const FUNCTIONS = `
const { initializeApp } = require('firebase-admin/app');
const { getStorage } = require('firebase-admin/storage');
const { onObjectFinalized, onObjectDeleted, onObjectMetadataUpdated } = require('firebase-functions/v2/storage');
initializeApp();
const record = (kind) => async ({ data, bucket }) => {
  if (data.name.startsWith('events/')) return;
  const text = JSON.stringify({ bucket, name: data.name, size: Number(data.size), contentType: data.contentType });
  await getStorage().bucket(data.bucket).file('events/' + kind + '/' + data.name).save(text);
};
exports.finalized = onObjectFinalized(record('finalized'));
exports.deleted = onObjectDeleted(record('deleted'));
exports.updated = onObjectMetadataUpdated(record('updated'));
`;

const TEXT = Buffer.from('Press start to continue.');
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let project: StorageProject;
let bucket: Bucket;

beforeAll(async () => {
  project = await startStorageProject({ rules: RULES, functions: FUNCTIONS });
  bucket = new Storage({
    projectId: PROJECT,
    apiEndpoint: project.url,
    credentials: { client_email: 'signer@demo-storage.iam.gserviceaccount.com', private_key: privateKey },
  }).bucket(BUCKET);
}, 120_000);
afterAll(() => project?.stop());
beforeEach(async () => {
  await fetch(`${project.url}/internal/reset`, { method: 'POST' });
});

const bytesOf = (text: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(text);
const statusOf = (error: unknown): unknown => (error as { code?: unknown }).code;

describe('the SDK for browsers', () => {
  const app = initializeClientApp({ projectId: PROJECT, storageBucket: BUCKET }, 'browser');
  const storage = getStorage(app);
  beforeAll(() => connectStorageEmulator(storage, HOST, project.ports.storage));
  afterAll(() => deleteClientApp(app));
  const file = (path: string) => ref(storage, path);

  it('uploads a file with its metadata and downloads it again', async () => {
    const { metadata } = await uploadBytes(file('a/b.txt'), bytesOf(TEXT), {
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      customMetadata: { owner: 'alice' },
    });
    expect(metadata).toMatchObject({
      fullPath: 'a/b.txt',
      size: TEXT.length,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      customMetadata: { owner: 'alice' },
    });
    expect(Buffer.from(await getBytes(file('a/b.txt')))).toEqual(TEXT);
  });

  it('uploads a file of 3 MB in chunks and reports the progress', async () => {
    const content = randomBytes(3_000_000);
    const task = uploadBytesResumable(file('large.bin'), bytesOf(content));
    const progress: number[] = [];
    task.on('state_changed', ({ bytesTransferred }) => progress.push(bytesTransferred));
    await task;
    expect(progress.length).toBeGreaterThan(2);
    expect(content.equals(Buffer.from(await getBytes(file('large.bin'))))).toBe(true);
  });

  it.each([
    ['at once', uploadBytes],
    ['in chunks', uploadBytesResumable],
  ])('is refused a file whose md5Hash is another, %s', async (_, upload) => {
    const metadata = { md5Hash: createHash('md5').update('other').digest('base64') };
    const error = await upload(file('checked.txt'), bytesOf(TEXT), metadata).then(
      () => undefined,
      (each: unknown) => each,
    );
    expect(error).toMatchObject({ status: 400 });
    expect(statusOf(await getMetadata(file('checked.txt')).catch((each: unknown) => each))).toBe(
      'storage/object-not-found',
    );
  });

  it('returns a URL that downloads the file without a user token', async () => {
    await uploadBytes(file('a.txt'), bytesOf(TEXT));
    const url = await getDownloadURL(file('a.txt'));
    expect(url.startsWith(`${project.url}/v0/b/${BUCKET}/o/a.txt?alt=media&token=`)).toBe(true);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(TEXT);
  });

  it('lists files and folders of one level, page by page', async () => {
    for (const name of ['x/1', 'x/2', 'x/3', 'x/deep/4']) await uploadBytes(file(name), bytesOf(TEXT));
    const all = await listAll(file('x'));
    expect(all.items.map(({ name }) => name)).toEqual(['1', '2', '3']);
    expect(all.prefixes.map(({ name }) => name)).toEqual(['deep']);
    const first = await list(file('x'), { maxResults: 2 });
    expect(first.items).toHaveLength(2);
    const second = await list(file('x'), { maxResults: 2, pageToken: first.nextPageToken ?? '' });
    expect(second.items.map(({ name }) => name)).toEqual(['3']);
  });

  it('changes metadata, and deletes a file, which is then not found', async () => {
    await uploadBytes(file('a.txt'), bytesOf(TEXT));
    await updateMetadata(file('a.txt'), { contentType: 'text/html', customMetadata: { k: 'v' } });
    expect(await getMetadata(file('a.txt'))).toMatchObject({
      contentType: 'text/html',
      customMetadata: { k: 'v' },
    });
    await deleteObject(file('a.txt'));
    const error = await getMetadata(file('a.txt')).catch((each: unknown) => each);
    expect(statusOf(error)).toBe('storage/object-not-found');
  });

  it.each(['100 %.txt', 'ä ö/ü.txt', `${'long/'.repeat(150)}name.txt`, `${'n'.repeat(700)}.txt`])(
    'stores a file with the name %s',
    async (name) => {
      await uploadBytes(file(name), bytesOf(TEXT));
      expect(Buffer.from(await getBytes(file(name)))).toEqual(TEXT);
    },
  );
});

describe('the Admin SDK', () => {
  it('stores, reads, copies, lists and deletes files', async () => {
    process.env.FIREBASE_STORAGE_EMULATOR_HOST = new URL(project.url).host;
    const app = initializeApp({ projectId: PROJECT, storageBucket: BUCKET }, 'admin');
    try {
      const admin = getAdminStorage(app).bucket();
      await admin
        .file('admin/a.txt')
        .save(TEXT, { contentType: 'text/plain', metadata: { metadata: { k: 'v' } } });
      expect((await admin.file('admin/a.txt').download())[0]).toEqual(TEXT);
      expect((await admin.file('admin/a.txt').getMetadata())[0]).toMatchObject({
        size: String(TEXT.length),
        metadata: { k: 'v' },
      });
      await admin.file('admin/a.txt').copy(admin.file('admin/b.txt'));
      // Meanwhile the functions record the events of earlier tests.
      const [listed] = await admin.getFiles({ prefix: 'admin/' });
      expect(listed.map(({ name }) => name)).toEqual(['admin/a.txt', 'admin/b.txt']);
      await admin.file('admin/a.txt').delete();
      expect((await admin.file('admin/a.txt').exists())[0]).toBe(false);
    } finally {
      delete process.env.FIREBASE_STORAGE_EMULATOR_HOST;
      await deleteApp(app);
    }
  });
});

describe('@google-cloud/storage', () => {
  it.each([
    ['in one request', { resumable: false }, 10_000],
    ['in a session', { resumable: true }, 10_000],
    ['in a session of several chunks', { resumable: true, chunkSize: 256 * 1024 }, 700_000],
    ['in a session whose last chunk is full', { resumable: true, chunkSize: 256 * 1024 }, 512 * 1024],
    ['of more than 32 MiB', { resumable: true, validation: false }, 33 * 1024 * 1024],
  ])('uploads a file %s', async (_, options, size) => {
    const content = randomBytes(size);
    await pipeline(Readable.from([content]), bucket.file('a.bin').createWriteStream(options));
    const [stored] = await bucket
      .file('a.bin')
      .download({ validation: 'validation' in options ? false : 'crc32c' });
    expect(content.equals(stored)).toBe(true);
  });

  it('reads a range, and reports a missing file', async () => {
    await bucket.file('a.txt').save(TEXT);
    const [part] = await bucket.file('a.txt').download({ start: 6, end: 10 });
    expect(part.toString()).toBe('start');
    const error = await bucket
      .file('b.txt')
      .download()
      .catch((each: unknown) => each);
    expect(statusOf(error)).toBe(404);
  });

  it('stores an upload of the REST API of Firebase with the type of its media part', async () => {
    const body =
      '--b\r\ncontent-type: application/json\r\n\r\n{"cacheControl": "no-store"}\r\n' +
      '--b\r\nContent-Type: text/plain\r\nX-Other: 1\r\n\r\nhi\r\n--b--\r\n';
    const headers = {
      'content-type': 'multipart/related; boundary=b',
      'x-goog-upload-protocol': 'multipart',
    };
    const url = `${project.url}/v0/b/${BUCKET}/o?name=rest.txt`;
    const response = await fetch(url, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { contentType: 'text/plain', cacheControl: 'no-store', size: '2' },
    ]);
  });

  it('reports the name of an unsupported operation', async () => {
    const response = await fetch(`${project.url}/storage/v1/b/${BUCKET}/notificationConfigs`, {
      method: 'POST',
    });
    expect([response.status, await response.json()]).toEqual([
      501,
      {
        error: {
          code: 501,
          status: 'UNIMPLEMENTED',
          message: `This emulator does not support POST /b/${BUCKET}/notificationConfigs.`,
        },
      },
    ]);
  });

  it('finds out where an interrupted session continues', async () => {
    const [session] = await bucket.file('a.bin').createResumableUpload();
    const content = randomBytes(300_000);
    const put = (range: string, body?: Buffer) =>
      fetch(session, {
        method: 'PUT',
        headers: { 'content-range': range },
        ...(body === undefined ? {} : { body: bytesOf(body) }),
      });
    expect((await put('bytes */300000')).headers.get('range')).toBeNull();
    const chunk = await put('bytes 0-262143/300000', content.subarray(0, 262_144));
    expect([chunk.status, chunk.headers.get('range')]).toEqual([308, 'bytes=0-262143']);
    expect((await put('bytes */300000')).headers.get('range')).toBe('bytes=0-262143');
    expect((await put('bytes 0-9/300000', content.subarray(0, 9))).status).toBe(400);
    const last = await put('bytes 262144-299999/300000', content.subarray(262_144));
    expect([last.status, await last.json()]).toEqual([200, expect.objectContaining({ size: '300000' })]);
    expect(content.equals((await bucket.file('a.bin').download())[0])).toBe(true);
    expect((await put('bytes */300000')).status).toBe(200);
    expect(
      (await fetch(`${session}x`, { method: 'PUT', headers: { 'content-range': 'bytes */1' } })).status,
    ).toBe(404);
  });
});

describe('a signed URL', () => {
  type Config = Parameters<ReturnType<Bucket['file']>['getSignedUrl']>[0];
  const sign = async (config: Partial<Config>): Promise<string> => {
    const expires = Date.now() + 60_000;
    return (
      await bucket.file('dir/a b.txt').getSignedUrl({ version: 'v4', action: 'read', expires, ...config })
    )[0];
  };
  const stored = async () => (await bucket.file('dir/a b.txt').download())[0];

  it.each(['v4', 'v2'] as const)('version %s downloads a file', async (version) => {
    await bucket.file('dir/a b.txt').save(TEXT);
    const response = await fetch(await sign({ version }));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(TEXT);
  });

  it.each(['v4', 'v2'] as const)('version %s uploads a file with its metadata', async (version) => {
    const url = await sign({
      version,
      action: 'write',
      contentType: 'text/plain',
      extensionHeaders: { 'x-goog-meta-owner': 'alice' },
    });
    const headers = { 'content-type': 'text/plain', 'x-goog-meta-owner': 'alice' };
    expect((await fetch(url, { method: 'PUT', headers, body: bytesOf(TEXT) })).status).toBe(200);
    expect(await stored()).toEqual(TEXT);
    expect((await bucket.file('dir/a b.txt').getMetadata())[0]).toMatchObject({
      contentType: 'text/plain',
      metadata: { owner: 'alice' },
    });
  });

  it('starts a resumable upload, and its chunks need no signature', async () => {
    const url = await sign({ action: 'resumable' });
    const started = await fetch(url, { method: 'POST', headers: { 'x-goog-resumable': 'start' } });
    expect(started.status).toBe(201);
    const session = started.headers.get('location') as string;
    expect((await fetch(session, { method: 'PUT', body: bytesOf(TEXT) })).status).toBe(200);
    expect(await stored()).toEqual(TEXT);
  });

  it('deletes a file once', async () => {
    await bucket.file('dir/a b.txt').save(TEXT);
    const url = await sign({ action: 'delete' });
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    const second = await fetch(url, { method: 'DELETE' });
    expect([second.status, await second.text()]).toEqual([
      404,
      expect.stringContaining('<Code>NoSuchKey</Code>'),
    ]);
  });

  it('is rejected after its expiry, even for a download', async () => {
    await bucket.file('dir/a b.txt').save(TEXT);
    const url = new URL(await sign({ version: 'v4' }));
    url.searchParams.set('X-Goog-Date', '20200101T000000Z');
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(url, { method });
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining('<Code>ExpiredToken</Code>'),
      ]);
    }
    expect(await stored()).toEqual(TEXT);
  });

  it('is rejected without a signed header', async () => {
    const url = await sign({ action: 'write', extensionHeaders: { 'x-goog-meta-owner': 'alice' } });
    const response = await fetch(url, { method: 'PUT', body: bytesOf(TEXT) });
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('<Code>SignatureDoesNotMatch</Code>'),
    ]);
  });

  it.each([
    ['x-goog-content-length-range', '0,10', 400, 'EntityTooLarge'],
    ['x-goog-content-length-range', '100,200', 400, 'EntityTooSmall'],
    ['x-goog-if-generation-match', '7', 412, 'PreconditionFailed'],
  ])('keeps to %s: %s', async (header, value, status, code) => {
    const headers = { [header]: value };
    const url = await sign({ action: 'write', extensionHeaders: headers });
    const response = await fetch(url, { method: 'PUT', headers, body: bytesOf(TEXT) });
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(`<Code>${code}</Code>`),
    ]);
    expect((await bucket.file('dir/a b.txt').exists())[0]).toBe(false);
  });

  it.each(['X-Goog-Credential', 'X-Goog-Date', 'X-Goog-Expires', 'X-Goog-Algorithm'])(
    'one without %s is rejected with the name of what is missing',
    async (parameter) => {
      const url = new URL(await sign({}));
      url.searchParams.delete(parameter);
      const response = await fetch(url);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(parameter)]);
    },
  );
});

describe('functions', () => {
  const recorded = async (kind: string, name: string): Promise<unknown> => {
    const file = bucket.file(`events/${kind}/${name}`);
    await expect.poll(async () => (await file.exists())[0]).toBe(true);
    return JSON.parse((await file.download())[0].toString());
  };

  it('are triggered when an object is stored, changed, deleted and overwritten', async () => {
    const expected = { bucket: BUCKET, name: 'a.txt', size: TEXT.length, contentType: 'text/plain' };
    await bucket.file('a.txt').save(TEXT, { contentType: 'text/plain' });
    expect(await recorded('finalized', 'a.txt')).toEqual(expected);
    await bucket.file('a.txt').setMetadata({ contentType: 'text/html' });
    expect(await recorded('updated', 'a.txt')).toEqual({ ...expected, contentType: 'text/html' });
    await bucket.file('a.txt').delete();
    expect(await recorded('deleted', 'a.txt')).toMatchObject({ name: 'a.txt' });
    await bucket.file('b.txt').save('old', { contentType: 'text/plain' });
    await bucket.file('b.txt').save(TEXT);
    expect(await recorded('deleted', 'b.txt')).toEqual({ ...expected, name: 'b.txt', size: 3 });
  }, 90_000);
});

it('reject a bucket name that Cloud Storage does not allow, and do not create it', async () => {
  for (const path of [
    '/v0/b/..%2fx/o?name=a',
    '/v0/b/a%3fb/o?name=a',
    '/upload/storage/v1/b/..%2f../o?name=a',
  ]) {
    const response = await fetch(`${project.url}${path}`, { method: 'POST', body: 'hi' });
    expect([path, response.status]).toEqual([path, 400]);
  }
  const { items = [] } = (await (await fetch(`${project.url}/b`)).json()) as { items?: { name: string }[] };
  expect(items.map(({ name }) => name).filter((name) => /[./]{2}|[?]/.test(name))).toEqual([]);
});
