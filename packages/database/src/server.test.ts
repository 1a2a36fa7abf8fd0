// Tests the emulator over HTTP: REST, streams, settings, long polling and malformed frames.
import { once } from 'node:events';
import { frozenTime } from '@savepoint/server/core/clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type DatabaseEmulator, startDatabaseEmulator } from './server.ts';

const OWNER = { authorization: 'Bearer owner' };
const NOW = 1_700_000_000_000;
let emulator: DatabaseEmulator;
const lines: string[] = [];

beforeEach(async () => {
  lines.length = 0;
  emulator = await startDatabaseEmulator({ time: frozenTime(NOW), log: (line) => lines.push(line) });
});
afterEach(() => emulator.close());

/** Sends a request without following redirects. A body that is not a string is sent as JSON. */
function send(method: string, target: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`http://${emulator.host}${target}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const call = async (method: string, target: string, body?: unknown, headers?: Record<string, string>) => {
  const response = await send(method, target, body, headers);
  const text = await response.text();
  return { status: response.status, body: text, etag: response.headers.get('etag') };
};
const read = async (target: string) => (await call('GET', target)).body;
const putRules = (rules: object, ns = 'n') => call('PUT', `/.settings/rules.json?ns=${ns}`, { rules }, OWNER);

/** An unsigned token. */
const tokenOf = (claims: object): string =>
  `${['{}', JSON.stringify(claims)].map((part) => Buffer.from(part).toString('base64url')).join('.')}.`;

/** The error of a response, with production's spacing. */
const errorBody = (text: string) => `{\n  "error" : ${JSON.stringify(text)}\n}\n`;

it('warns once when data is written to both default databases of a project, naming them', async () => {
  for (const ns of ['demo-a', 'other', 'demo-b-default-rtdb']) await call('PUT', `/a.json?ns=${ns}`, '1');
  await read('/a.json?ns=demo-b');
  expect(lines).toEqual([]);
  for (let round = 0; round < 2; round++) {
    await call('PUT', '/a.json?ns=demo-a-default-rtdb', '1');
    await call('DELETE', '/a.json?ns=demo-a-default-rtdb');
  }
  expect(lines).toEqual([
    'WARNING: data was written to both demo-a and demo-a-default-rtdb, which are separate databases. Name one of them by databaseURL, in pages and in functions.',
  ]);
});

describe('REST', () => {
  it('reads and writes, with paths as update keys and with server values', async () => {
    expect(await call('PUT', '/a/b.json?ns=n', { c: 1, list: ['x', null, 'y'] })).toMatchObject({
      status: 200,
      body: '{"c":1,"list":["x",null,"y"]}',
    });
    const patch = { 'a/b/c': { '.sv': { increment: 2 } }, 'a/at': { '.sv': 'timestamp' }, 'a/b/list': null };
    expect(await call('PATCH', '/.json?ns=n', patch)).toMatchObject({
      body: `{"a/b/c":3,"a/at":${NOW},"a/b/list":null}`,
    });
    const { name } = JSON.parse((await call('POST', '/a/log.json?ns=n', '""')).body);
    expect(await read('/a.json?ns=n')).toBe(`{"at":${NOW},"b":{"c":3},"log":{"${name}":""}}`);
    expect(await read('/a.json?ns=other')).toBe('null');
    expect(await read('/a/b.json?ns=n&print=pretty')).toBe('{\n  "c" : 3\n}\n');
    expect(await call('DELETE', '/a/log.json?ns=n')).toMatchObject({ status: 200, body: 'null' });
    expect(await read('/a.json?ns=n&shallow=true')).toBe('{"at":true,"b":true}');
    expect(await call('PUT', '/a.json?ns=n&print=silent', '1')).toMatchObject({ status: 204, body: '' });
    expect(await read('/a.json?ns=n&callback=show')).toBe('show(1);');
    expect((await call('POST', '/a.json?ns=n', '{"b":2}', { 'x-http-method-override': 'PATCH' })).body).toBe(
      '{"b":2}',
    );
  });

  it('keeps priorities in the export format, and keys that are names of object members', async () => {
    const body = '{".priority":1,"__proto__":{".value":true,".priority":"p"},"x":5}';
    await call('PUT', '/a.json?ns=n', body);
    expect(await read('/a.json?ns=n&format=export')).toBe(body);
    expect(await read('/a/__proto__/.priority.json?ns=n')).toBe('"p"');
    await call('PUT', '/a/x/.priority.json?ns=n', '7');
    expect(await read('/a/x.json?ns=n&format=export')).toBe('{".value":5,".priority":7}');
    expect(await read('/a.json?ns=n')).toBe('{"__proto__":true,"x":5}');
  });

  it('responds to queries that have an index, and names a missing one', async () => {
    await putRules({ '.read': true, '.write': true, d: { '.indexOn': ['height', '.value'] } });
    await call('PUT', '/d.json?ns=n', {
      a: { height: 3 },
      b: { height: 1 },
      c: { height: 2 },
      e: { name: 1 },
    });
    const query = (parameters: string) => read(`/d.json?ns=n&${parameters}`);
    expect(await query('orderBy="height"&startAt=2')).toBe('{"a":{"height":3},"c":{"height":2}}');
    expect(await query('orderBy="height"&limitToLast=1')).toBe('{"a":{"height":3}}');
    expect(await query('orderBy="height"&endAt=1')).toBe('{"b":{"height":1},"e":{"name":1}}');
    expect(await query('orderBy="height"&startAfter=1&endBefore=3')).toBe('{"c":{"height":2}}');
    expect(await query('orderBy="$key"&startAt="b"&endAt="c"')).toBe('{"b":{"height":1},"c":{"height":2}}');
    expect(await query('orderBy="height"&equalTo=2,"c"')).toBe('{"c":{"height":2}}');
    expect(await query('orderBy="name"&equalTo=1')).toBe(
      errorBody('Index not defined, add ".indexOn": "name", for path "/d", to the rules'),
    );
    expect(await query('orderBy=height')).toBe(errorBody('orderBy must be a valid JSON encoded path'));
    expect(await query('limitToFirst=1')).toBe(
      errorBody('orderBy must be defined when other query parameters are defined'),
    );
    expect(await query('orderBy="height"&equalTo=1&startAt=1')).toBe(
      errorBody('equalTo cannot be specified in addition to startAt or endAt'),
    );
    expect(await query('orderBy="height"&startAt={}')).toBe(
      errorBody('Constraint index field must be a JSON primitive'),
    );
    // The listing of `firebase database:remove`.
    expect(await query('shallow=true&limitToFirst=1&startAfter="a"')).toBe('{"b":true}');
  });

  it('writes only if the data has the ETag that the writer sent', async () => {
    const { etag } = await call('GET', '/a.json?ns=n', undefined, { 'x-firebase-etag': 'true' });
    expect(etag).toBe('null_etag');
    const first = await call('PUT', '/a.json?ns=n', '{"n":1}', { 'if-match': 'null_etag' });
    expect(first).toMatchObject({ status: 200, etag: expect.stringMatching(/^\S{28}$/) });
    const stale = await call('PUT', '/a.json?ns=n', '{"n":2}', { 'if-match': 'null_etag' });
    expect(stale).toEqual({ status: 412, body: '{"n":1}', etag: first.etag });
    expect(await call('GET', '/a.json?ns=n', undefined, { 'if-none-match': 'other' })).toEqual({
      status: 200,
      body: '{"n":1}',
      etag: first.etag,
    });
    const known = { 'if-none-match': String(first.etag) };
    expect(await call('GET', '/a.json?ns=n', undefined, known)).toMatchObject({ status: 304, body: '' });
    expect((await call('DELETE', '/a.json?ns=n', undefined, { 'if-match': String(first.etag) })).status).toBe(
      200,
    );
  });

  it.each([
    ['PUT', '/a.json', '{"a":', 400, "Invalid data; couldn't parse JSON object, array, or value."],
    ['PUT', '/a.json', '', 400, 'Error: No data supplied.'],
    ['PATCH', '/a.json', '[1]', 400, /Are you sending a JSON object with valid key names\?/],
    ['PUT', '/a.json', '{"a.b":1}', 400, /The key "a.b" is invalid/],
    ['PATCH', '/.json', '{"a":1,"a/b":2}', 400, /is an ancestor of another one/],
    ['PUT', `/${'a/'.repeat(33)}.json`, '1', 400, /Invalid path: The data is deeper than 32 levels/],
    ['PUT', '/a%23b.json', '1', 400, /Invalid path/],
    ['GET', '/a', undefined, 400, 'append .json to your request URI to use the REST API.'],
    ['GET', '/a.json?auth=a.%7B.c', undefined, 401, 'Could not parse auth token.'],
    ['GET', '/a.json?timeout=16min', undefined, 400, /timeout must be/],
    ['GET', '/a.json?callback=alert(1)', undefined, 400, /callback must be/],
    ['PUT', '/a.json?writeSizeLimit=huge', '1', 400, /writeSizeLimit must be one of/],
  ])('responds to %s %s with the body %j with %i', async (method, target, body, status, text) => {
    const answer = await call(method, target, body);
    expect(answer.status).toBe(status);
    if (typeof text === 'string') expect(answer.body).toBe(errorBody(text));
    else expect(JSON.parse(answer.body).error).toMatch(text);
  });

  it('acts as another user, and logs one line for a denial by rules', async () => {
    await putRules({ $uid: { '.read': 'auth.uid === $uid' } });
    const as = (auth: unknown) =>
      call('GET', `/ada.json?ns=n&access_token=owner&auth_variable_override=${JSON.stringify(auth)}`);
    expect((await as({ uid: 'ada' })).status).toBe(200);
    expect(await as({ uid: 'bob' })).toMatchObject({ status: 401, body: errorBody('Permission denied') });
    expect((await as(null)).status).toBe(401);
    expect((await call('GET', '/ada.json?ns=n', undefined, OWNER)).status).toBe(200);
    expect(lines.at(-1)).toMatch(/^read \/ada \(n\) → deny: /);
  });

  it('streams one event for each write, and ends when rules revoke the read', async () => {
    await call('PUT', '/a.json?ns=n', { x: 1 });
    const stop = new AbortController();
    const response = await fetch(`http://${emulator.host}/a.json?ns=n`, {
      headers: { accept: 'text/event-stream' },
      signal: stop.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body as ReadableStream<Uint8Array>) text += Buffer.from(chunk);
    })();
    await call('PUT', '/a/y/z.json?ns=n', '2');
    await call('PATCH', '/a.json?ns=n', { x: null, y: 3 });
    await call('PUT', '/b.json?ns=n', '4');
    await putRules({ '.read': false });
    await reading;
    expect(text.split('\n\n')).toEqual([
      'event: put\ndata: {"path":"/","data":{"x":1}}',
      'event: put\ndata: {"path":"/y/z","data":2}',
      'event: patch\ndata: {"path":"/","data":{"x":null,"y":3}}',
      'event: cancel\ndata: null',
      '',
    ]);
  });

  it('ends a stream when its token expires, unless it had expired before', async () => {
    const open = async (expiresAt: number) => {
      const token = tokenOf({ sub: 'ada', exp: expiresAt / 1000 });
      const headers = { accept: 'text/event-stream' };
      return fetch(`http://${emulator.host}/a.json?ns=n&auth=${token}`, { headers });
    };
    const stale = await open(NOW - 1_000);
    const stream = await open(NOW + 5_000);
    await emulator.clock.advance(5_000);
    expect(await stream.text()).toBe(
      'event: put\ndata: {"path":"/","data":null}\n\nevent: auth_revoked\ndata: credential is no longer valid\n\n',
    );
    const reader = stale.body?.getReader();
    await reader?.read();
    await call('PUT', '/a.json?ns=n', '1');
    const { value } = (await reader?.read()) ?? {};
    expect(Buffer.from(value as Uint8Array).toString()).toBe('event: put\ndata: {"path":"/","data":1}\n\n');
    await reader?.cancel();
  });

  it('imports the first file of a form', async () => {
    const form = new FormData();
    form.append('file', new Blob(['{"a":{"b":1}}'], { type: 'application/json' }), 'data.json');
    const response = await fetch(`http://${emulator.host}/x/.upload?ns=n&access_token=owner`, {
      method: 'POST',
      body: form,
    });
    expect(response.status).toBe(200);
    expect(await read('/x.json?ns=n')).toBe('{"a":{"b":1}}');
  });
});

describe('settings', () => {
  it('are only for the administrator', async () => {
    expect((await call('GET', '/.settings/rules.json?ns=n')).status).toBe(401);
    expect((await call('GET', '/.inspect/children.json?ns=n')).status).toBe(401);
    expect((await call('GET', '/.settings/none.json?ns=n', undefined, OWNER)).status).toBe(404);
  });

  it('have open rules at first, keep the text of rules, and report the position of errors', async () => {
    const get = (format = '') => call('GET', `/.settings/rules.json?ns=n${format}`, undefined, OWNER);
    expect(JSON.parse((await get()).body)).toEqual({ rules: { '.read': true, '.write': true } });
    const text = '{\n  // Everyone.\n  "rules": {".read": true}\n}';
    expect(await call('PUT', '/.settings/rules.json?ns=n', text, OWNER)).toMatchObject({
      body: '{"status":"ok"}',
    });
    expect((await get()).body).toBe(text);
    expect((await get('&format=strict')).body).toBe('{"rules":{".read":true}}');
    const wrong = await call('PUT', '/.settings/rules.json?ns=n', '{"rules": {\n".read": "tr"}}', OWNER);
    expect(wrong).toMatchObject({ status: 400, body: errorBody("2:11: Unknown variable 'tr'.\n") });
    expect((await get()).body).toBe(text);
  });

  it('list the namespaces, including the requested one', async () => {
    await call('PUT', '/a.json?ns=one', '1');
    expect((await call('GET', '/.inspect/databases.json?ns=two', undefined, OWNER)).body).toBe(
      '[{"name":"one"},{"name":"two"}]',
    );
  });
});

describe('long polling', () => {
  it('carries a session: messages in segments, responses to the waiting poll, and its end', async () => {
    const start = await read('/.lp?start=t&ser=1&cb=7&v=5&ns=n');
    expect(start).toContain('parent.window["pRTLPCB7"]');
    const [, id, password] = /pLPCommand\('start','(\d+)','([^']{10})'\);/.exec(start) ?? [];
    expect(start).toMatch(/pRTLPCB\(0,\[\{"t":"c","d":\{"t":"h"/);
    const poll = (rest: string) => read(`/.lp?id=${id}&pw=${password}&ns=n&ser=2${rest}`);
    const message = JSON.stringify({ t: 'd', d: { r: 1, a: 'o', b: { p: '/left', d: 'é' } } });
    const data = Buffer.from(message).toString('base64url');
    const second = poll(`&seg0=1&ts0=2&d0=${data.slice(20)}`);
    const first = poll(`&seg0=0&ts0=2&d0=${data.slice(0, 20)}`);
    expect(await second).toBe('pRTLPCB(1,[{"t":"d","d":{"r":1,"b":{"s":"ok","d":""}}}]);\n');
    const third = poll('');
    // The earlier poll need not wait any longer.
    expect(await first).toBe('pRTLPCB(2,[]);\n');
    expect(await read(`/.lp?id=${id}&pw=wrong&ns=n`)).toBe("pLPCommand('close');\n");
    await read(`/.lp?disconn=t&id=${id}&pw=${password}&ns=n`);
    expect(await third).toBe("pRTLPCB(3,[]);\npLPCommand('close',3);\n");
    expect(await read('/left.json?ns=n')).toBe('"é"');
  });

  it('ends a session that does not poll for a minute', async () => {
    const start = await read('/.lp?start=t&ser=1&cb=7&v=5&ns=n');
    const [, id, password] = /'start','(\d+)','([^']+)'/.exec(start) ?? [];
    await emulator.clock.advance(61_000);
    expect(await read(`/.lp?id=${id}&pw=${password}&ns=n`)).toBe("pLPCommand('close');\n");
  });
});

describe('a socket', () => {
  /** Connects a socket and reads the greeting. */
  async function connect(parameters = 'v=5&ns=n') {
    const socket = new WebSocket(`ws://${emulator.host}/.ws?${parameters}`);
    const messages: string[] = [];
    socket.on('message', (data) => messages.push(String(data)));
    await once(socket, 'open');
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    return { socket, messages };
  }

  it('stays open after malformed frames, and responds to unknown requests', async () => {
    const { socket, messages } = await connect();
    const hello = JSON.parse(messages[0] as string).d;
    expect(hello).toEqual({ t: 'h', d: { ts: NOW - 1, v: '5', h: emulator.host, s: expect.any(String) } });
    socket.send('0');
    socket.send('{"t":');
    socket.send(Buffer.from([1, 2]));
    socket.send('{"t":"c","d":{"t":"p","d":{}}}');
    socket.send('{"t":"d","d":{"r":1,"a":"zz","b":{}}}');
    socket.send('{"t":"d","d":{"r":2,"a":"g","b":{"p":"/.info/connected","q":{}}}}');
    socket.send('2');
    socket.send('{"t":"d","d":{"r":3,"a":"p",');
    socket.send('"b":{"p":"/a","d":1}}}');
    await vi.waitFor(() => expect(messages).toHaveLength(7));
    expect(messages.slice(1).map((text) => JSON.parse(text).d)).toEqual([
      { t: 'e', d: expect.any(String) },
      { t: 'e', d: expect.any(String) },
      { t: 'o', d: null },
      { r: 1, b: { s: 'failure', d: 'The action "zz" is not supported.' } },
      { r: 2, b: { s: 'failure', d: 'Invalid token in path' } },
      { r: 3, b: { s: 'ok', d: '' } },
    ]);
    socket.close();
  });

  it("sends a listener's data before its response, and the effects of a write before the write's response", async () => {
    const { socket, messages } = await connect();
    const ask = (r: number, a: string, b: object) => socket.send(JSON.stringify({ t: 'd', d: { r, a, b } }));
    ask(1, 'q', { p: '/a', h: '' });
    ask(2, 'm', { p: '/a', d: { 'b/c': 1, 'b/d': 2 } });
    ask(3, 'p', { p: '/a/b/c', d: 5, h: 'wrong' });
    ask(4, 'n', { p: '/a' });
    ask(5, 'p', { p: '/a', d: 1 });
    await vi.waitFor(() => expect(messages).toHaveLength(8));
    expect(messages.slice(1).map((text) => JSON.parse(text).d)).toEqual([
      { a: 'd', b: { p: 'a', d: null } },
      { r: 1, b: { s: 'ok', d: {} } },
      { a: 'm', b: { p: 'a/b', d: { c: 1, d: 2 } } },
      { r: 2, b: { s: 'ok', d: '' } },
      { r: 3, b: { s: 'datastale', d: 'Transaction hash does not match' } },
      { r: 4, b: { s: 'ok', d: '' } },
      { r: 5, b: { s: 'ok', d: '' } },
    ]);
    socket.close();
  });

  it("ends the client's previous session", async () => {
    const before = await connect();
    before.socket.send('{"t":"d","d":{"r":1,"a":"o","b":{"p":"/left","d":true}}}');
    await vi.waitFor(() => expect(before.messages).toHaveLength(2));
    const session = JSON.parse(before.messages[0] as string).d.d.s;
    const after = await connect(`v=5&ns=n&ls=${session}`);
    expect(await read('/left.json?ns=n')).toBe('true');
    after.socket.close();
  });
});
