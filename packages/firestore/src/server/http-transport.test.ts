import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './test-server.ts';

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

const expectAvailable = async (): Promise<void> => expect((await fetch(started.url)).status).toBe(200);

test('REST preserves -0, NaN, infinities and 64-bit integers, as strings and as numbers', async () => {
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

test('REST returns a server-streaming method as one JSON array', async () => {
  const { json } = await call('POST', `${DOCUMENTS}:runQuery`, '{}');
  expect(json).toEqual([{ document: expect.objectContaining({ name: expect.stringContaining('/c/d') }) }]);
});

test('REST serves /v1beta1 as an alias of /v1, without methods added in v1', async () => {
  const v1beta1 = DOCUMENTS.replace('/v1/', '/v1beta1/');
  await call('PATCH', `${v1beta1}/c/old`, '{"fields":{"a":{"integerValue":"7"}}}');
  const { json } = await call('GET', `${DOCUMENTS}/c/old`);
  expect(json.fields).toEqual({ a: { integerValue: '7' } });
  expect((await call('GET', `${v1beta1}/c/old`)).json).toEqual(json);
  expect((await call('DELETE', `${v1beta1}/c/old`)).status).toBe(200);
  expect((await call('POST', `${v1beta1}:commit`, '{}')).status).toBe(200);
  expect(await call('POST', `${v1beta1}:runAggregationQuery`, '{}')).toMatchObject({
    status: 501,
    json: {
      error: { message: 'Method :runAggregationQuery is unknown to google.firestore.v1beta1.Firestore.' },
    },
  });
});

test('REST passes the Authorization header to the service', async () => {
  await call('PATCH', `${DOCUMENTS}/c/e`, '{}', { authorization: 'Bearer owner' });
  expect(started.recorded.calls.at(-1)).toMatchObject({ authorization: 'Bearer owner', transport: 'rest' });
});

test.each([
  ['invalid JSON', 'PATCH', `${DOCUMENTS}/c/d`, '{"fields":', 400, 'INVALID_ARGUMENT'],
  ['a body that is not an object', 'PATCH', `${DOCUMENTS}/c/d`, '[1]', 400, 'INVALID_ARGUMENT'],
  ['an unknown field', 'POST', `${DOCUMENTS}:commit`, '{"wirtes":[]}', 400, 'INVALID_ARGUMENT'],
  [
    'a value with two types',
    'PATCH',
    `${DOCUMENTS}/c/d`,
    '{"fields":{"a":{"stringValue":"x","nullValue":null}}}',
    400,
    'INVALID_ARGUMENT',
  ],
  ['an unknown parameter', 'GET', `${DOCUMENTS}/c/d?colour=red`, undefined, 400, 'INVALID_ARGUMENT'],
  ['broken percent-encoding', 'GET', `${DOCUMENTS}/c/%E0%A4%A`, undefined, 400, 'INVALID_ARGUMENT'],
  ['a commit below a document', 'POST', `${DOCUMENTS}/c/d:commit`, '{}', 400, 'INVALID_ARGUMENT'],
  ['a batchGet below a document', 'POST', `${DOCUMENTS}/c/d:batchGet`, '{}', 400, 'INVALID_ARGUMENT'],
  ['a POST to a document', 'POST', `${DOCUMENTS}/c/d`, '{}', 400, 'INVALID_ARGUMENT'],
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
  [
    '1,000,000 unclosed brackets',
    'POST',
    `${DOCUMENTS}:commit`,
    '['.repeat(1_000_000),
    400,
    'INVALID_ARGUMENT',
  ],
  [
    'a body of 20 MiB',
    'POST',
    `${DOCUMENTS}:commit`,
    `{"writes":[],"x":"${'x'.repeat(20 * 1024 * 1024)}"}`,
    400,
    'INVALID_ARGUMENT',
  ],
])('a request with %s (%s) is rejected and the server stays available', async (...parameters) => {
  const [, method, path, body, status, code] = parameters;
  const response = await call(method, path, body);
  expect(response.status).toBe(status);
  const { error } = [response.json].flat()[0];
  expect(error).toMatchObject({ code: status, status: code, message: expect.stringMatching(/.{5}/) });
  await expectAvailable();
});

test('PUT securityRules with ignore_errors returns 200 with the issues of rules that do not compile', async () => {
  const body = '{"ignore_errors":true,"rules":{"files":[{"name":"r","content":"bad"}]}}';
  const { status, json } = await call('PUT', '/emulator/v1/projects/p:securityRules', body);
  expect([status, json.issues[0].severity]).toEqual([200, 'ERROR']);
});

test('CORS allows credentialed requests from pages on this machine', async () => {
  const preflight = await fetch(`${started.url}${DOCUMENTS}:commit`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://shop.localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,google-cloud-resource-prefix,x-goog-api-key',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('google-cloud-resource-prefix');
  const { headers } = await call('POST', `${DOCUMENTS}:commit`, '{}', {
    origin: 'http://shop.localhost:5173',
  });
  expect(headers.get('access-control-allow-origin')).toBe('http://shop.localhost:5173');
  expect(headers.get('access-control-allow-credentials')).toBe('true');
});

/** Sends raw bytes. Resolves with everything received until the server closes the connection. */
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

test('bytes that are not HTTP and headers above 64 KiB are rejected with 400 and a message', async () => {
  expect(await raw('\u0000\u0001\u0002\r\n\r\n')).toMatch(/400 Bad Request[\s\S]*not valid HTTP/);
  const long = await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`);
  expect(long).toMatch(/400 Bad Request[\s\S]*longer than 65536 bytes/);
});

test('the server stays available after a client resets the connection in the middle of a body', async () => {
  const head = `POST ${DOCUMENTS}:commit HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"writes"`;
  const socket = connect(started.port, '127.0.0.1', () => socket.write(head, () => socket.resetAndDestroy()));
  await new Promise((resolve) => socket.on('close', resolve));
  await expectAvailable();
});

test('the server survives garbage, empty and half-open connections', async () => {
  expect(await raw('\u0000\u0001\u0002\r\n\r\n')).toContain('400 Bad Request');
  expect(await raw('', true)).toBe('');
  expect(await raw('P', true)).toBe('');
  expect(await raw('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', true)).toContain('200 OK');
  await expectAvailable();
});
