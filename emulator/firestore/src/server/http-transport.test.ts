import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer } from './test-server.ts';

// A laptop that runs everything else at once is slow, not wrong.
vi.setConfig({ testTimeout: 30_000 });

type Started = Awaited<ReturnType<typeof startTestServer>>;
const DOCUMENTS = '/v1/projects/p/databases/%28default%29/documents';

let started: Started;

beforeAll(async () => {
  started = await startTestServer();
});

afterAll(() => started.server.close());

async function call(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(started.url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: JSON.parse(text || 'null') };
}

const alive = async (): Promise<void> => expect((await fetch(started.url)).status).toBe(200);

test('numbers survive: -0, NaN, infinities, 64-bit integers as text and as digits', async () => {
  const fields = `{"a":{"doubleValue":-0},"b":{"doubleValue":"NaN"},"c":{"doubleValue":"-Infinity"},
    "d":{"integerValue":9223372036854775807},"e":{"integerValue":"-9223372036854775808"},"f":{"nullValue":null},
    "g":{"bytesValue":"-_8="},"h":{"timestampValue":"2020-01-01T00:00:00.120Z"},"__proto__":{"booleanValue":true}}`;
  await call(
    'PATCH',
    `${DOCUMENTS}/c/d`,
    `{"fields":${fields.replace(',"__proto__":{"booleanValue":true}', '')}}`,
    {
      'content-type': 'text/plain',
    },
  );
  const { json } = await call('GET', `${DOCUMENTS}/c/d`);
  expect(json).toEqual({
    name: 'projects/p/databases/(default)/documents/c/d',
    fields: {
      a: { doubleValue: '-0' },
      b: { doubleValue: 'NaN' },
      c: { doubleValue: '-Infinity' },
      d: { integerValue: '9223372036854775807' },
      e: { integerValue: '-9223372036854775808' },
      f: { nullValue: null },
      g: { bytesValue: '+/8=' },
      h: { timestampValue: '2020-01-01T00:00:00.120Z' },
    },
  });
});

test('a streaming method answers one JSON array', async () => {
  const { json } = await call('POST', `${DOCUMENTS}:runQuery`, '{}');
  expect(json).toEqual([{ document: expect.objectContaining({ name: expect.stringContaining('/c/d') }) }]);
});

test('the token and the database reach the service', async () => {
  await call('PATCH', `${DOCUMENTS}/c/e`, '{}', { authorization: 'Bearer owner' });
  expect(started.seen.calls.at(-1)).toMatchObject({ authorization: 'Bearer owner', transport: 'rest' });
});

test.each([
  ['no JSON', 'PATCH', `${DOCUMENTS}/c/d`, '{"fields":', 400, 'INVALID_ARGUMENT'],
  ['not an object', 'PATCH', `${DOCUMENTS}/c/d`, '[1]', 400, 'INVALID_ARGUMENT'],
  ['an unknown field', 'POST', `${DOCUMENTS}:commit`, '{"wirtes":[]}', 400, 'INVALID_ARGUMENT'],
  [
    'two values in one',
    'PATCH',
    `${DOCUMENTS}/c/d`,
    '{"fields":{"a":{"stringValue":"x","nullValue":null}}}',
    400,
    'INVALID_ARGUMENT',
  ],
  ['an unknown parameter', 'GET', `${DOCUMENTS}/c/d?colour=red`, undefined, 400, 'INVALID_ARGUMENT'],
  ['broken percent-encoding', 'GET', `${DOCUMENTS}/c/%E0%A4%A`, undefined, 400, 'INVALID_ARGUMENT'],
  ['an unknown verb', 'POST', `${DOCUMENTS}:explode`, '{}', 501, 'UNIMPLEMENTED'],
  ['an unknown path', 'GET', '/v2/anything', undefined, 501, 'UNIMPLEMENTED'],
  ['an unknown emulator endpoint', 'PUT', '/emulator/v1/projects/p:explode', '{}', 501, 'UNIMPLEMENTED'],
  ['a missing document', 'GET', `${DOCUMENTS}/c/missing`, undefined, 404, 'NOT_FOUND'],
  [
    'rules that do not compile',
    'PUT',
    '/emulator/v1/projects/p:securityRules',
    '{"rules":{"files":[{"content":"bad"}]}}',
    400,
    'INVALID_ARGUMENT',
  ],
  ['rules without files', 'PUT', '/emulator/v1/projects/p:securityRules', '{}', 400, 'INVALID_ARGUMENT'],
  [
    'a value nested 20,000 deep',
    'PATCH',
    `${DOCUMENTS}/c/d`,
    `{"fields":{"a":${'{"mapValue":{"fields":{"a":'.repeat(20_000)}{"nullValue":null}${'}}}'.repeat(20_000)}}}`,
    400,
    'INVALID_ARGUMENT',
  ],
  ['brackets without end', 'POST', `${DOCUMENTS}:commit`, '['.repeat(1_000_000), 400, 'INVALID_ARGUMENT'],
  [
    '20 MiB',
    'POST',
    `${DOCUMENTS}:commit`,
    `{"writes":[],"x":"${'x'.repeat(20 * 1024 * 1024)}"}`,
    400,
    'INVALID_ARGUMENT',
  ],
])('%s is refused by name, and the server lives', async (_name, method, path, body, status, code) => {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(status);
  const { error } = [answer.json].flat()[0];
  expect(error).toMatchObject({ code: status, status: code, message: expect.stringMatching(/.{5}/) });
  await alive();
});

test('rules issues are listed instead where the caller asks for them', async () => {
  const body = '{"ignore_errors":true,"rules":{"files":[{"name":"r","content":"bad"}]}}';
  const { status, json } = await call('PUT', '/emulator/v1/projects/p:securityRules', body);
  expect([status, json.issues[0].severity]).toEqual([200, 'ERROR']);
});

test('a page of any origin may read, with credentials', async () => {
  const preflight = await fetch(`${started.url}${DOCUMENTS}:commit`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://shop.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,google-cloud-resource-prefix,x-goog-api-key',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('google-cloud-resource-prefix');
  const { headers } = await call('POST', `${DOCUMENTS}:commit`, '{}', { origin: 'http://shop.test' });
  expect(headers.get('access-control-allow-origin')).toBe('http://shop.test');
  expect(headers.get('access-control-allow-credentials')).toBe('true');
});

/** Sends raw bytes; resolves to everything that came back when the server closed. */
function raw(bytes: string, halfClose = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(started.port, '127.0.0.1', () => {
      if (halfClose) socket.end(bytes);
      else socket.write(bytes);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('a name that points here from elsewhere is refused, addresses and localhost are not', async () => {
  const get = (host: string) => raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(await get('evil.example:8080')).toContain('403 Forbidden');
  expect(await get('localhost:8080')).toContain('200 OK');
  expect(await get('[::1]:8080')).toContain('200 OK');
  expect(await get('app.localhost')).toContain('200 OK');
});

test('a client that leaves in the middle of its body does no harm', async () => {
  const head = `POST ${DOCUMENTS}:commit HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"writes"`;
  const socket = connect(started.port, '127.0.0.1', () => socket.write(head, () => socket.resetAndDestroy()));
  await new Promise((resolve) => socket.on('close', resolve));
  await alive();
});

test('garbage, silence and half-open connections do no harm', async () => {
  expect(await raw('\u0000\u0001\u0002\r\n\r\n')).toContain('400 Bad Request');
  expect(await raw('', true)).toBe('');
  expect(await raw('P', true)).toBe('');
  expect(await raw('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', true)).toContain('200 OK');
  await alive();
});
