// Clients' checksums of uploads, in each form of an upload, and HTML forms.
import { createHash } from 'node:crypto';
import { type Bucket, CRC32C, Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningStorage, startStorageEmulator } from './storage-emulator.ts';

const PROJECT = 'demo-checksums';
const BUCKET = `${PROJECT}.appspot.com`;
const md5 = (text: string) => createHash('md5').update(text).digest('base64');
const crc32c = (text: string) => {
  const crc = new CRC32C();
  crc.update(Buffer.from(text));
  return crc.toString();
};
/** Of "content", and of other bytes. */
const CONTENT = 'content';
const RIGHT = { md5: md5(CONTENT), crc32c: crc32c(CONTENT) };
const WRONG = { md5: md5('other'), crc32c: crc32c('other') };

let emulator: RunningStorage;
let bucket: Bucket;

beforeAll(async () => {
  emulator = await startStorageEmulator(PROJECT);
  bucket = new Storage({ projectId: PROJECT, apiEndpoint: emulator.url }).bucket(BUCKET);
});
afterAll(() => emulator?.stop());
beforeEach(async () => {
  await fetch(`${emulator.url}/internal/reset`, { method: 'POST' });
});

type Fields = Readonly<Record<string, string>>;
const uploadUrl = (type: string) =>
  `${emulator.url}/upload/storage/v1/b/${BUCKET}/o?uploadType=${type}&name=a.txt`;
/** A version 2 URL: the emulator checks neither the key nor the signature. */
const signedUrl = () => `${emulator.url}/${BUCKET}/a.txt?GoogleAccessId=a&Expires=9999999999&Signature=s`;

function postForm(fields: Fields, headers: Fields = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ key: 'a.txt', ...fields })) form.append(name, value);
  form.append('file', new Blob([CONTENT], { type: 'text/plain' }), 'photo.txt');
  return fetch(`${emulator.url}/${BUCKET}`, { method: 'POST', body: form, headers, redirect: 'manual' });
}

function postMultipart(metadata: object, headers: Fields = {}): Promise<Response> {
  const part = `content-type: application/json\r\n\r\n${JSON.stringify(metadata)}`;
  const body = `--b\r\n${part}\r\n--b\r\ncontent-type: text/plain\r\n\r\n${CONTENT}\r\n--b--`;
  const type = { 'content-type': 'multipart/related; boundary=b' };
  return fetch(uploadUrl('multipart'), { method: 'POST', headers: { ...type, ...headers }, body });
}

interface SessionOptions {
  readonly url?: string;
  readonly metadata?: object;
  readonly start?: Fields;
  readonly end?: Fields;
}

async function putInSession({ url, metadata, start, end }: SessionOptions): Promise<Response> {
  const body = metadata === undefined ? null : JSON.stringify(metadata);
  const started = await fetch(url ?? uploadUrl('resumable'), { method: 'POST', headers: { ...start }, body });
  const session = started.headers.get('location') as string;
  const put = (range: string, text: string, headers?: Fields) =>
    fetch(session, { method: 'PUT', headers: { 'content-range': range, ...headers }, body: text });
  await put('bytes 0-3/7', CONTENT.slice(0, 4));
  return put('bytes 4-6/7', CONTENT.slice(4), end);
}

const post = (headers: Fields) => fetch(uploadUrl('media'), { method: 'POST', headers, body: CONTENT });
const putSigned = (headers: Fields) => fetch(signedUrl(), { method: 'PUT', headers, body: CONTENT });
const hash = (each: typeof RIGHT): Fields => ({ 'x-goog-hash': `crc32c=${each.crc32c},md5=${each.md5}` });
const metadataOf = (each: typeof RIGHT) => ({ md5Hash: each.md5, crc32c: each.crc32c });
const start = { 'x-goog-resumable': 'start' };

describe('A checksum of an upload', () => {
  it.each<[string, (each: typeof RIGHT) => Promise<Response>]>([
    ['X-Goog-Hash of one request', (each) => post(hash(each))],
    ['Content-MD5 of one request', (each) => post({ 'content-md5': each.md5 })],
    ['md5Hash of a multipart request', (each) => postMultipart({ md5Hash: each.md5 })],
    ['crc32c of a multipart request', (each) => postMultipart({ crc32c: each.crc32c })],
    ['X-Goog-Hash of a multipart request', (each) => postMultipart({}, hash(each))],
    ['the metadata of a session', (each) => putInSession({ metadata: metadataOf(each) })],
    ['X-Goog-Hash at the start of a session', (each) => putInSession({ start: hash(each) })],
    ['X-Goog-Hash at the end of a session', (each) => putInSession({ end: hash(each) })],
    ['X-Goog-Hash of a signed upload', (each) => putSigned(hash(each))],
    ['Content-MD5 of a signed upload', (each) => putSigned({ 'content-md5': each.md5 })],
    [
      'X-Goog-Hash of a signed session',
      (each) => putInSession({ url: signedUrl(), start: { ...start, ...hash(each) } }),
    ],
    ['X-Goog-Hash of a form', (each) => postForm(hash(each))],
    ['Content-MD5 of a form', (each) => postForm({ 'Content-MD5': each.md5 })],
  ])('a wrong one in %s is 400, and leaves the object', async (_, upload) => {
    await bucket.file('a.txt').save('before');
    const events = emulator.events.length;
    const refused = await upload(WRONG);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/Provided (CRC32C|MD5 hash) .* doesn't match calculated/),
    ]);
    expect((await bucket.file('a.txt').download()).toString()).toBe('before');
    expect(emulator.events.slice(events)).toEqual([]);
    expect((await upload(RIGHT)).ok).toBe(true);
    expect((await bucket.file('a.txt').download()).toString()).toBe(CONTENT);
  });

  it("reports the error in each API's format", async () => {
    expect(await (await postMultipart(metadataOf(WRONG))).json()).toMatchObject({
      error: {
        code: 400,
        message: `Provided CRC32C "${WRONG.crc32c}" doesn't match calculated CRC32C "${RIGHT.crc32c}".`,
        errors: [{ domain: 'global', reason: 'invalid' }],
      },
    });
    expect(await (await putSigned({ 'content-md5': WRONG.md5 })).text()).toContain('<Code>BadDigest</Code>');
    expect(await (await putSigned(hash(WRONG))).text()).toContain('<Code>CrcMismatch</Code>');
    const unknown = await putSigned({ 'x-goog-hash': 'sha1=abc' });
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('InvalidDigest')]);
  });

  it('in Content-MD5 covers the request: a broken chunk can be resent', async () => {
    const started = await fetch(uploadUrl('resumable'), { method: 'POST' });
    const session = started.headers.get('location') as string;
    const put = async (range: string, body: string, stated: string) =>
      (
        await fetch(session, {
          method: 'PUT',
          headers: { 'content-range': range, 'content-md5': md5(stated) },
          body,
        })
      ).status;
    expect(await put('bytes 0-1/4', 'bX', 'by')).toBe(400);
    expect(await put('bytes 0-1/4', 'by', 'by')).toBe(308);
    expect(await put('bytes 2-3/4', 'te', 'te')).toBe(200);
    expect((await bucket.file('a.txt').download()).toString()).toBe('byte');
  });

  it.each([[false], [true]])('is checked for @google-cloud/storage, resumable: %s', async (resumable) => {
    const save = (md5Hash: string) =>
      bucket.file('a.txt').save(CONTENT, { resumable, validation: false, metadata: { md5Hash } });
    await expect(save(WRONG.md5)).rejects.toMatchObject({ code: 400 });
    expect((await bucket.file('a.txt').exists())[0]).toBe(false);
    await save(RIGHT.md5);
  });
});

describe('A form', () => {
  it.each([
    ['none', {}, 204],
    ['200', { success_action_status: '200' }, 200],
    ['204', { success_action_status: '204' }, 204],
    ['another', { success_action_status: '302' }, 204],
  ])(
    'a form with the success_action_status %s has a response without a document',
    async (_, fields: Fields, status) => {
      const response = await postForm(fields);
      expect([response.status, await response.text()]).toEqual([status, '']);
      expect((await bucket.file('a.txt').download()).toString()).toBe(CONTENT);
    },
  );

  it("with the success_action_status 201 gets a response with the object's location", async () => {
    const response = await postForm({ key: 'dir/a&b.txt', success_action_status: '201' });
    const location = `${emulator.url}/${BUCKET}/dir/a%26b.txt`;
    expect([response.status, response.headers.get('location')]).toEqual([201, location]);
    expect(await response.text()).toContain(
      `<PostResponse><Location>${location}</Location><Bucket>${BUCKET}</Bucket><Key>dir/a&#38;b.txt</Key><ETag>`,
    );
    expect(await (await fetch(location)).text()).toBe(CONTENT);
  });

  it('with a success_action_redirect leads there with the object, whatever its status', async () => {
    const fields = { success_action_redirect: 'http://127.0.0.1:9/done?a=1', success_action_status: '201' };
    const response = await postForm(fields);
    const url = new URL(response.headers.get('location') as string);
    expect([response.status, url.origin + url.pathname]).toEqual([303, 'http://127.0.0.1:9/done']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      a: '1',
      bucket: BUCKET,
      key: 'a.txt',
      etag: expect.stringMatching(/^".+"$/),
    });
    expect((await postForm({ success_action_redirect: 'done' })).status).toBe(204);
  });

  it('that its policy does not allow is 400, and nothing is stored', async () => {
    const policy = { expiration: '2100-01-01T00:00:00Z', conditions: [['starts-with', '$key', 'user/']] };
    const fields = { policy: Buffer.from(JSON.stringify(policy)).toString('base64') };
    const refused = await postForm({ ...fields, key: 'policy.txt' });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('<Code>InvalidPolicyDocument</Code>'),
    ]);
    expect((await bucket.file('policy.txt').exists())[0]).toBe(false);
    expect((await postForm({ ...fields, key: 'user/policy.txt' })).status).toBe(204);
  });

  it('has the metadata of its fields, and a variable for the file name', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Cloud Storage's own variable
    await postForm({ key: 'in/${filename}', 'Cache-Control': 'no-store', 'x-goog-meta-color': 'red' });
    expect((await bucket.file('in/photo.txt').getMetadata())[0]).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'no-store',
      metadata: { color: 'red' },
    });
  });

  it('with an invalid body, or without a key, is 400, and a bucket is not created by it', async () => {
    const refused = await postForm({ key: '' });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('<Code>MalformedPOSTRequest</Code>'),
    ]);
    const post = async (path: string) =>
      (await fetch(`${emulator.url}${path}`, { method: 'POST', body: '{}' })).status;
    expect([await post(`/${BUCKET}`), await post('/storage/v1/b?project=p')]).toEqual([400, 501]);
    expect((await bucket.storage.getBuckets())[0].map(({ name }) => name)).toEqual([BUCKET]);
  });
});

describe('metadata that no header can have', () => {
  it.each([
    [{ contentType: {} }],
    [{ contentType: 'text/html\r\nX-Other: 1' }],
    [{ cacheControl: 5 }],
    [{ contentDisposition: '\0' }],
  ])('is 400 in an upload and in a change: %j', async (metadata) => {
    expect((await postMultipart(metadata)).status).toBe(400);
    expect((await bucket.file('a.txt').exists())[0]).toBe(false);
    expect((await postMultipart({})).status).toBe(200);
    const changed = await fetch(`${emulator.url}/storage/v1/b/${BUCKET}/o/a.txt`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    expect(changed.status).toBe(400);
    expect((await fetch(`${emulator.url}/storage/v1/b/${BUCKET}/o/a.txt?alt=media`)).status).toBe(200);
  });
});
