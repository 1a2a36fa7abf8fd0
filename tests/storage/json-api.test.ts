// Cloud Storage's JSON API of the Storage emulator, through its SDK for Node and with raw requests
// like those of other clients.
import { type Bucket, Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningStorage, startStorageEmulator } from './storage-emulator.ts';

const PROJECT = 'demo-json-api';
const BUCKET = `${PROJECT}.appspot.com`;

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

const statusOf = (operation: Promise<unknown>): Promise<unknown> =>
  operation.then(
    () => 'done',
    (error: { code: unknown }) => error.code,
  );
const textOf = async (name: string) => (await bucket.file(name).download())[0].toString();
const objectUrl = (name: string, query = '') =>
  `${emulator.url}/storage/v1/b/${BUCKET}/o/${encodeURIComponent(name)}?${query}`;
const listUrl = (query: string) => `${emulator.url}/storage/v1/b/${BUCKET}/o?${query}`;
const uploadUrl = (query: string) => `${emulator.url}/upload/storage/v1/b/${BUCKET}/o?${query}`;
const jsonOf = async (response: Response) => [response.status, await response.json()];
const generationOf = async (name: string) => String((await bucket.file(name).getMetadata())[0].generation);

/** Stores an object twice, and returns the replaced and the current generation. */
async function replace(name: string): Promise<[string, string]> {
  await bucket.file(name).save('zero');
  const before = await generationOf(name);
  await bucket.file(name).save('one');
  return [before, await generationOf(name)];
}

describe('A precondition on an upload', () => {
  it.each([
    ['in one request', false],
    ['in a session', true],
  ])('%s that does not hold is 412 and leaves the object', async (_, resumable) => {
    const [old, now] = await replace('a.txt');
    const save = (preconditionOpts: object) =>
      statusOf(bucket.file('a.txt').save('two', { resumable, preconditionOpts }));
    expect(await save({ ifGenerationMatch: 0 })).toBe(412);
    expect(await save({ ifGenerationMatch: old })).toBe(412);
    expect(await save({ ifGenerationNotMatch: now })).toBe(412);
    expect(await save({ ifMetagenerationMatch: 2 })).toBe(412);
    expect(await save({ ifMetagenerationNotMatch: 1 })).toBe(412);
    expect(await textOf('a.txt')).toBe('one');
    expect(await save({ ifGenerationMatch: now, ifMetagenerationMatch: 1 })).toBe('done');
    expect(await textOf('a.txt')).toBe('two');
  });

  it('in a session is checked when the upload ends', async () => {
    const [session] = await bucket
      .file('a.txt')
      .createResumableUpload({ preconditionOpts: { ifGenerationMatch: 0 } });
    await bucket.file('a.txt').save('meanwhile');
    expect((await fetch(session, { method: 'PUT', body: 'late' })).status).toBe(412);
    expect(await textOf('a.txt')).toBe('meanwhile');
  });

  it('of ifGenerationMatch=0 lets one of twenty concurrent uploads create the object', async () => {
    const upload = async (_: unknown, number: number) =>
      (await fetch(uploadUrl('name=lock&ifGenerationMatch=0'), { method: 'POST', body: `${number}` })).status;
    const statuses = await Promise.all(Array.from({ length: 20 }, upload));
    expect(statuses.sort()).toEqual([200, ...Array(19).fill(412)]);
  });
});

describe('A precondition that does not hold', () => {
  it('on a deletion, a change of metadata or a download is 412', async () => {
    await bucket.file('a.txt').save('one');
    const file = bucket.file('a.txt');
    expect(await statusOf(file.delete({ ifGenerationMatch: 1 }))).toBe(412);
    expect(await statusOf(file.setMetadata({ contentType: 'a/b' }, { ifMetagenerationMatch: 999 }))).toBe(
      412,
    );
    expect((await fetch(objectUrl('a.txt', 'alt=media&ifGenerationMatch=1'))).status).toBe(412);
    expect((await fetch(objectUrl('a.txt', 'ifMetagenerationMatch=2'))).status).toBe(412);
    expect((await file.getMetadata())[0].contentType).not.toBe('a/b');
    const [{ metageneration = '' }] = await file.setMetadata(
      { contentType: 'a/b' },
      { ifMetagenerationMatch: 1 },
    );
    expect(await statusOf(file.delete({ ifMetagenerationMatch: metageneration }))).toBe('done');
  });

  it('on a copy or a rewrite is 412, for the source and for the destination', async () => {
    const [, now] = await replace('a.txt');
    await bucket.file('b.txt').save('b');
    const copy = (verb: string, query: string) =>
      fetch(objectUrl('a.txt').replace('?', `/${verb}/b/${BUCKET}/o/b.txt?${query}`), { method: 'POST' });
    for (const verb of ['copyTo', 'rewriteTo']) {
      for (const query of [
        'ifGenerationMatch=0',
        'ifMetagenerationNotMatch=1',
        'ifSourceGenerationMatch=1',
        `ifSourceGenerationNotMatch=${now}`,
        'ifSourceMetagenerationMatch=7',
      ])
        expect([query, (await copy(verb, query)).status]).toEqual([query, 412]);
      expect((await copy(verb, 'sourceGeneration=1')).status).toBe(404);
    }
    expect(await textOf('b.txt')).toBe('b');
    expect((await copy('copyTo', `ifSourceGenerationMatch=${now}&sourceGeneration=${now}`)).status).toBe(200);
    expect(await textOf('b.txt')).toBe('one');
  });

  it('with NotMatch on a read is 304', async () => {
    const [, now] = await replace('a.txt');
    for (const query of [`ifGenerationNotMatch=${now}`, 'alt=media&ifMetagenerationNotMatch=1'])
      expect((await fetch(objectUrl('a.txt', query))).status).toBe(304);
  });

  it("is reported in the API's error format", async () => {
    await bucket.file('a.txt').save('one');
    expect(await jsonOf(await fetch(objectUrl('a.txt', 'ifGenerationMatch=1')))).toMatchObject([
      412,
      { error: { code: 412, errors: [{ domain: 'global', reason: 'conditionNotMet' }] } },
    ]);
  });

  it('on a read of the XML API is 412', async () => {
    await bucket.file('a.txt').save('one');
    const headers = { 'x-goog-if-generation-match': '1' };
    const response = await fetch(`${emulator.url}/${BUCKET}/a.txt`, { headers });
    expect([response.status, await response.text()]).toEqual([
      412,
      expect.stringContaining('PreconditionFailed'),
    ]);
  });
});

describe('An entity tag', () => {
  const etagOf = async () => String((await bucket.file('a.txt').getMetadata())[0].etag);
  const statusWith = async (method: string, url: string, headers: Record<string, string>) =>
    (await fetch(url, { method, headers, ...(method === 'PATCH' && { body: '{}' }) })).status;
  const xmlUrl = () => `${emulator.url}/${BUCKET}/a.txt`;

  it('changes with the content and with the metadata', async () => {
    await bucket.file('a.txt').save('one');
    const tags = [await etagOf()];
    await bucket.file('a.txt').setMetadata({ contentType: 'a/b' });
    tags.push(await etagOf());
    await bucket.file('a.txt').save('two');
    expect(new Set([...tags, await etagOf()]).size).toBe(3);
  });

  it("in If-Match that is not the object's is 412, and nothing is done", async () => {
    await bucket.file('a.txt').save('one');
    const old = { 'if-match': `"${await etagOf()}"` };
    expect(await statusWith('PATCH', objectUrl('a.txt'), old)).toBe(200);
    for (const [method, url] of [
      ['GET', objectUrl('a.txt')],
      ['GET', objectUrl('a.txt', 'alt=media')],
      ['GET', xmlUrl()],
      ['PATCH', objectUrl('a.txt')],
      ['DELETE', objectUrl('a.txt')],
      ['POST', uploadUrl('name=a.txt')],
    ] as const)
      expect([method, url, await statusWith(method, url, old)]).toEqual([method, url, 412]);
    expect(await statusWith('DELETE', objectUrl('a.txt'), { 'if-match': await etagOf() })).toBe(204);
  });

  it("in If-None-Match that is the object's is 304 for reads and 412 for others", async () => {
    await bucket.file('a.txt').save('one');
    for (const same of [{ 'if-none-match': `"x", "${await etagOf()}"` }, { 'if-none-match': '*' }]) {
      for (const url of [objectUrl('a.txt'), objectUrl('a.txt', 'alt=media'), xmlUrl()])
        expect([url, await statusWith('GET', url, same)]).toEqual([url, 304]);
      expect(await statusWith('POST', uploadUrl('name=a.txt'), same)).toBe(412);
    }
    expect(await statusWith('POST', uploadUrl('name=b.txt'), { 'if-none-match': '*' })).toBe(200);
  });
});

describe('Parameters', () => {
  it('for a generation find only that generation, in reads, changes and deletions', async () => {
    const [old, now] = await replace('a.txt');
    const call = async (method: string, generation: string) =>
      (
        await fetch(objectUrl('a.txt', `generation=${generation}`), {
          method,
          body: method === 'PATCH' ? '{}' : null,
        })
      ).status;
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect([method, await call(method, old)]).toEqual([method, 404]);
    expect((await fetch(`${emulator.url}/${BUCKET}/a.txt?generation=${old}`)).status).toBe(404);
    expect([await call('GET', now), await call('PATCH', now), await call('DELETE', now)]).toEqual([
      200, 200, 204,
    ]);
  });

  it('for fields select parts of a response', async () => {
    await bucket.file('a.txt').save('one', { metadata: { metadata: { owner: 'alice', other: 'x' } } });
    const item = { name: 'a.txt', metadata: { owner: 'alice' } };
    const select = (url: string) => fetch(url).then(jsonOf);
    expect(await select(objectUrl('a.txt', 'fields=name,metadata/owner'))).toEqual([200, item]);
    expect(await select(listUrl('fields=items(name,metadata(owner)),nextPageToken'))).toEqual([
      200,
      { items: [item] },
    ]);
    expect(await select(listUrl('fields=items(name'))).toMatchObject([400, { error: { code: 400 } }]);
  });

  it.each([
    'prettyPrint=false&alt=json&projection=noAcl',
    'projection=full&userProject=p&key=k&quotaUser=u',
    'softDeleted=false&generation=',
  ])('parameters that SDKs send and that have no effect here are taken: %s', async (query) => {
    await bucket.file('a.txt').save('one', { public: true });
    expect((await fetch(objectUrl('a.txt', query))).status).toBe(200);
  });

  it("for contentEncoding set the object's encoding", async () => {
    await fetch(uploadUrl('uploadType=media&name=a.gz&contentEncoding=gzip'), { method: 'POST', body: 'x' });
    expect((await bucket.file('a.gz').getMetadata())[0].contentEncoding).toBe('gzip');
  });

  it('for response-content-disposition and response-content-type set headers of a download', async () => {
    await bucket.file('a.txt').save('one');
    const query = new URLSearchParams({
      'response-content-disposition': 'attachment; filename="x.csv"',
      'response-content-type': 'text/csv',
    });
    const { headers } = await fetch(`${emulator.url}/${BUCKET}/a.txt?${query}`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="x.csv"');
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
  });

  it.each([
    ['GET', '/o/a.txt', 'softDeleted=true', 501],
    ['GET', '/o', 'matchGlob=**.txt&delimiter=-', 400],
    ['GET', '/o', 'matchGlob={a', 400],
    ['GET', '/o', 'filter=contexts', 501],
    ['POST', '/o', 'name=b&kmsKeyName=k', 501],
    ['PATCH', '/o/a.txt', 'overrideUnlockedRetention=true', 501],
    ['GET', '/o/a.txt', 'callback=f', 501],
    ['GET', '/o/a.txt', 'ifGenerationMatches=1', 400],
    ['DELETE', '/o/a.txt', 'ifSourceGenerationMatch=1', 400],
    ['DELETE', '/o/a.txt', 'ifGenerationMatch=latest', 400],
    ['GET', '/o', 'maxResults=0', 400],
    ['GET', '/o', 'projection=all', 400],
    ['POST', '/o', 'name=b&predefinedAcl=public', 400],
  ])('%s %s rejects the parameter %s by name, and does nothing', async (method, path, query, status) => {
    await bucket.file('a.txt').save('one');
    const root = method === 'POST' ? '/upload/storage/v1' : '/storage/v1';
    const response = await fetch(`${emulator.url}${root}/b/${BUCKET}${path}?${query}`, { method });
    const name = /(\w+)=[^=]*$/.exec(query)?.[1];
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(`${name}`)]);
    expect((await bucket.getFiles())[0].map((file) => file.name)).toEqual(['a.txt']);
  });
});

describe('A list', () => {
  const NAMES = ['a/1', 'a/2', 'b', 'c/', 'c/1', 'd', 'ü'];
  const namesOf = async (query: string) => {
    const [, { items = [], prefixes = [] }] = (await jsonOf(await fetch(listUrl(query)))) as [
      number,
      { items?: { name: string }[]; prefixes?: string[] },
    ];
    return [items.map(({ name }) => name), prefixes];
  };
  beforeEach(async () => {
    for (const name of NAMES) await bucket.file(name).save('x');
  });

  it('is between startOffset and endOffset, excluding the end', async () => {
    expect(await namesOf('startOffset=b&endOffset=d')).toEqual([['b', 'c/', 'c/1'], []]);
    expect(await namesOf('delimiter=/&startOffset=a/1')).toEqual([['b', 'd', 'ü'], ['c/']]);
  });

  it('has the objects and folders that match matchGlob, page by page', async () => {
    expect(await namesOf('matchGlob=**1')).toEqual([['a/1', 'c/1'], []]);
    expect(await namesOf('matchGlob=[ab]*&delimiter=/')).toEqual([['b'], []]);
    expect(await namesOf('matchGlob={*/,d}&delimiter=/')).toEqual([['d'], ['a/', 'c/']]);
    expect(await namesOf('matchGlob=**1&maxResults=1')).toEqual([['a/1'], []]);
    const [files] = await bucket.getFiles({ matchGlob: 'c**' });
    expect(files.map(({ name }) => name)).toEqual(['c/', 'c/1']);
  });

  it('includes the object of a folder with includeTrailingDelimiter', async () => {
    expect(await namesOf('delimiter=/&includeTrailingDelimiter=true')).toEqual([
      ['b', 'c/', 'd', 'ü'],
      ['a/', 'c/'],
    ]);
  });

  it('has all entries once, page by page, including folders, while one is deleted', async () => {
    const seen: string[] = [];
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query: string = `delimiter=/&maxResults=2&pageToken=${token}`;
      const [, page] = (await jsonOf(await fetch(listUrl(query)))) as [
        number,
        { items?: { name: string }[]; prefixes?: string[]; nextPageToken?: string },
      ];
      seen.push(...(page.prefixes ?? []), ...(page.items ?? []).map(({ name }) => name));
      if (token === '') await bucket.file('b').delete();
      token = page.nextPageToken;
    }
    expect(seen).toEqual(['a/', 'b', 'c/', 'd', 'ü']);
  });
});

describe('An upload as multipart/related', () => {
  const upload = async (parts: string[], { eol = '\r\n', boundary = 'b', header = 'b' } = {}) => {
    const body = `${parts.map((part) => `--${boundary}${eol}${part}${eol}`).join('')}--${boundary}--`;
    const headers = { 'content-type': `multipart/related; boundary=${header}` };
    const url = uploadUrl('uploadType=multipart');
    return fetch(url, { method: 'POST', headers, body }).then(jsonOf);
  };
  const METADATA = 'content-type: application/json; charset=UTF-8\r\n\r\n{"name": "open/py.txt"}';

  it('has the type of its media part unless the metadata has one', async () => {
    expect(await upload([METADATA, 'content-type: text/plain\r\n\r\nhi'])).toMatchObject([
      200,
      { name: 'open/py.txt', contentType: 'text/plain' },
    ]);
    const typed = METADATA.replace('{', '{"contentType": "text/html", ');
    expect(await upload([typed, 'content-type: text/plain\r\n\r\nhi'])).toMatchObject([
      200,
      { contentType: 'text/html' },
    ]);
    expect(await upload([METADATA, '\r\nhi'])).toMatchObject([
      200,
      { contentType: 'application/octet-stream' },
    ]);
  });

  it.each([
    ['more headers, in any case', METADATA, 'MIME-Version: 1.0\r\nContent-Type:image/png\r\n\r\nhi', {}],
    [
      'lines that end with a line feed',
      METADATA.replaceAll('\r', ''),
      'content-type: image/png\n\nhi',
      { eol: '\n' },
    ],
    [
      'a quoted boundary',
      METADATA,
      'content-type: image/png\r\n\r\nhi',
      { boundary: '==a b==', header: '"==a b=="; x=y' },
    ],
    [
      'a media part in base64',
      METADATA,
      'content-type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\naGk=',
      {},
    ],
  ])('may have %s', async (_, metadata, media, options) => {
    expect(await upload([metadata, media], options)).toMatchObject([
      200,
      { contentType: 'image/png', size: '2' },
    ]);
    expect(await textOf('open/py.txt')).toBe('hi');
  });

  it('may contain text that resembles its boundary', async () => {
    expect((await upload([METADATA, 'content-type: a/b\r\n\r\nx--b\r\n--bb\r\n']))[0]).toBe(200);
    expect(await textOf('open/py.txt')).toBe('x--b\r\n--bb\r\n');
  });

  it('is rejected if it is incomplete, or its metadata is not JSON', async () => {
    expect((await upload([METADATA]))[0]).toBe(400);
    expect((await upload(['content-type: application/json\r\n\r\n{', 'content-type: a/b\r\n\r\nx']))[0]).toBe(
      400,
    );
    expect(
      (await upload(['content-type: application/json\r\n\r\n{}', 'content-type: a/b\r\n\r\nx']))[0],
    ).toBe(400);
  });
});

describe('A bucket', () => {
  const exists = async (name: string) => (await bucket.storage.bucket(name).exists())[0];

  it('exists once an object has been stored in it, or copied to it, but not after a read', async () => {
    await bucket.file('a.txt').save('one');
    await bucket.file('a.txt').copy(bucket.storage.bucket('copies').file('a.txt'));
    await bucket.storage.bucket('read').file('a.txt').exists();
    expect([await exists(BUCKET), await exists('copies'), await exists('read')]).toEqual([true, true, false]);
    const [buckets] = await bucket.storage.getBuckets({ prefix: 'cop' });
    expect(buckets.map(({ name }) => name)).toEqual(['copies']);
  });
});

describe('An upload', () => {
  it('in one request has its type and may be empty', async () => {
    const headers = { 'content-type': 'image/png' };
    expect(
      await jsonOf(await fetch(uploadUrl('uploadType=media&name=e'), { method: 'POST', headers })),
    ).toMatchObject([200, { size: '0', contentType: 'image/png' }]);
    expect((await fetch(uploadUrl('uploadType=media'), { method: 'POST', body: 'x' })).status).toBe(400);
  });

  it('in a session may have its name and type in the metadata, and unknown sizes', async () => {
    const started = await fetch(uploadUrl('uploadType=resumable'), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=UTF-8', 'x-upload-content-type': 'image/png' },
      body: '{"name": "s.png"}',
    });
    const session = started.headers.get('location') as string;
    const put = (range: string, body: string) =>
      fetch(session, { method: 'PUT', headers: { 'content-range': range }, body });
    expect((await put('bytes 0-1/*', 'hi')).status).toBe(308);
    expect((await put('bytes 2-*/*', '!')).status).toBe(200);
    expect(await textOf('s.png')).toBe('hi!');
    expect((await bucket.file('s.png').getMetadata())[0].contentType).toBe('image/png');
    expect((await put('items 0-1/2', 'hi')).status).toBe(400);
  });
});

describe('A session that is canceled', () => {
  const start = async () => {
    const response = await fetch(uploadUrl('uploadType=resumable&name=s'), { method: 'POST' });
    return response.headers.get('location') as string;
  };
  const put = async (session: string, range: string, body: string) =>
    (await fetch(session, { method: 'PUT', headers: { 'content-range': range }, body })).status;
  const cancel = async (session: string) => (await fetch(session, { method: 'DELETE' })).status;

  it('responds 499, accepts no more content, and stores nothing', async () => {
    const session = await start();
    expect(await put(session, 'bytes 0-1/3', 'hi')).toBe(308);
    expect(await cancel(session)).toBe(499);
    expect(await put(session, 'bytes 2-2/3', '!')).toBe(499);
    expect(await put(session, 'bytes */3', '')).toBe(499);
    expect(await cancel(session)).toBe(499);
    expect((await bucket.file('s').exists())[0]).toBe(false);
  });

  it('keeps the object if it is canceled after its end', async () => {
    const session = await start();
    expect(await put(session, 'bytes 0-1/2', 'hi')).toBe(200);
    expect(await cancel(session)).toBe(499);
    expect(await textOf('s')).toBe('hi');
  });

  it('is 404 if it is unknown', async () => {
    expect(await cancel(uploadUrl('uploadType=resumable&upload_id=other'))).toBe(404);
  });
});

describe('The events of an object', () => {
  it('name the bucket, and report the deletion of an overwritten object', async () => {
    const before = emulator.events.length;
    const [old, now] = await replace('dir/a.txt');
    await bucket.file('dir/a.txt').copy(bucket.file('b.txt'));
    await bucket.file('dir/a.txt').copy(bucket.file('b.txt'));
    const events = emulator.events.slice(before);
    expect(events.map(({ type, data }) => `${type.split('.').at(-1)} ${data.name}`)).toEqual([
      'finalized dir/a.txt',
      'deleted dir/a.txt',
      'finalized dir/a.txt',
      'finalized b.txt',
      'deleted b.txt',
      'finalized b.txt',
    ]);
    expect(events.slice(0, 3).map(({ data }) => data.generation)).toEqual([old, old, now]);
    expect(events[1]).toMatchObject({
      bucket: BUCKET,
      source: `//storage.googleapis.com/projects/_/buckets/${BUCKET}`,
      subject: 'objects/dir/a.txt',
    });
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  });
});
