import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from './server.ts';

const OWNER = { authorization: 'Bearer owner' };
let emulator: DatabaseEmulator;

beforeEach(async () => {
  emulator = await startDatabaseEmulator();
});
afterEach(() => emulator.close());

async function call(method: string, target: string, body?: unknown, headers: Record<string, string> = OWNER) {
  const response = await fetch(`http://${emulator.host}${target}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

it('lists the children of a location with their child counts, truncated values and priorities', async () => {
  await call('PUT', '/a.json?ns=n', {
    '2': true,
    '10': { x: 1, y: 2 },
    long: 'x'.repeat(300),
    p: { '.value': 1, '.priority': 'high' },
  });
  expect(await call('GET', '/.inspect/children.json?ns=n&path=/a')).toEqual({
    status: 200,
    body: {
      entry: ['a', 4, null, null],
      children: [
        ['2', 0, true, null],
        ['10', 2, null, null],
        ['long', 0, `${'x'.repeat(200)}…`, null],
        ['p', 0, 1, 'high'],
      ],
    },
  });
  expect((await call('GET', '/.inspect/children.json?ns=n&path=/a/b')).body.children).toEqual([]);
  expect((await call('GET', '/.inspect/children.json?ns=n', undefined, {})).status).toBe(401);
});

it('streams changed locations with the entries on the path to them', async () => {
  const abort = new AbortController();
  const { body } = await fetch(`http://${emulator.host}/.inspect/changes?ns=n`, {
    headers: OWNER,
    signal: abort.signal,
  });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  await call('PUT', '/a/b.json?ns=n', 5);
  expect(await next()).toBe(
    'event: change\ndata: {"path":["a","b"],"entries":[["a",1,null,null],["b",0,5,null]]}\n\n',
  );
  await call('DELETE', '/a.json?ns=n');
  expect(await next()).toContain('{"path":["a"],"entries":[["a",0,null,null]]}');
  abort.abort();
});

describe('rules that are not in force', () => {
  const content = '{"rules":{"$u":{".read":"auth.uid == $u && data.exists()",".write":"!data.exists()"}}}';
  const test = (body: unknown) => call('POST', '/.inspect/test.json?ns=n', body);

  it('decide operations on the stored data, report the deciding values, and change nothing', async () => {
    await call('PUT', '/ada.json?ns=n', 1);
    const { body } = await test({
      content,
      operations: [
        { method: 'read', path: '/ada', auth: { uid: 'ada' } },
        { method: 'write', path: '/ada', auth: null, newData: 2 },
        { method: 'update', path: '/', auth: null, newData: { bob: 1, ada: null } },
      ],
    });
    expect(body.issues).toEqual([]);
    expect(
      body.results.map(({ explanation }: { explanation: { summary: string } }) => explanation.summary),
    ).toEqual([
      'database.rules.json:1:26',
      "database.rules.json:1:69 .write of /$u: '!data.exists()' is false (data.exists() = true)",
      "database.rules.json:1:69 .write of /$u: '!data.exists()' is false (data.exists() = true)",
    ]);
    expect(body.results[0].report).toMatchObject([{ rule: '.read', path: '/$u', granted: 1 }]);
    expect((await call('GET', '/.json?ns=n')).body).toEqual({ ada: 1 });
  });

  it('report issues by line and column, and reject malformed operations', async () => {
    const { body } = await test({ content: '{"rules":{".read":"x"}}', operations: [] });
    expect(body).toMatchObject({ issues: [{ description: "Unknown variable 'x'." }], results: [] });
    expect(await test([])).toMatchObject({ status: 400 });
    const bad = [{ method: 'write', path: '/a', auth: null, newData: { 'a.b': 1 } }];
    expect(await test({ content, operations: bad })).toMatchObject({ status: 400 });
    expect(await test({ content, operations: [null] })).toMatchObject({ status: 400 });
  });
});
