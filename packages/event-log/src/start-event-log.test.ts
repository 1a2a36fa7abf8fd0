import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportTraceServiceRequestSchema } from './gen/otlp_pb.js';
import { type EventLog, startEventLog } from './start-event-log.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const SECOND = 1_000_000_000n;
let folder: string;
let log: EventLog;

async function openLog(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'event-log-'));
  log = await startEventLog({ port: 0, folder, senderCheckMs: 20 });
}

async function closeLog(): Promise<void> {
  await log.close();
  rmSync(folder, { recursive: true });
}

function text(key: string, value: string): object {
  return { key, value: { stringValue: value } };
}

/** An export of one span, in the JSON form of OTLP. */
function traces(span: object): object {
  const resource = { attributes: [text('service.name', 'functions')] };
  return {
    resourceSpans: [
      { resource, scopeSpans: [{ spans: [{ traceId: TRACE, spanId: SPAN, name: 'createOrder', ...span }] }] },
    ],
  };
}

function nanos(seconds: bigint): string {
  return String(seconds * SECOND);
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(log.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
  });
}

async function query(sql: string, params: unknown = []): Promise<Record<string, unknown>> {
  return (await (await post('/api/query', { sql, params })).json()) as Record<string, unknown>;
}

describe('receiving OTLP', () => {
  beforeEach(openLog);
  afterEach(closeLog);

  it('stores a span that arrives as JSON with hexadecimal ids', async () => {
    const response = await post(
      '/v1/traces',
      traces({
        parentSpanId: '1111111111111111',
        kind: 2,
        startTimeUnixNano: nanos(5n),
        endTimeUnixNano: nanos(6n),
        status: { code: 2, message: 'out of stock' },
        attributes: [text('faas.name', 'createOrder'), { key: 'n', value: { intValue: '7' } }],
        futureField: true,
      }),
    );
    expect(response.status).toBe(200);
    expect(await query('SELECT * FROM spans')).toEqual({
      columns: [
        ...['trace_id', 'span_id', 'parent_span_id', 'name', 'kind', 'service', 'start_ms', 'end_ms'],
        ...['status', 'status_message', 'attributes', 'events'],
      ],
      rows: [
        [
          ...[TRACE, SPAN, '1111111111111111', 'createOrder', 'server', 'functions', 5000, 6000],
          ...['error', 'out of stock', '{"faas.name":"createOrder","n":7}', '[]'],
        ],
      ],
      truncated: false,
    });
  });

  it('stores a span that arrives as compressed protobuf, open until its end arrives', async () => {
    const message = (end: bigint) =>
      toBinary(
        ExportTraceServiceRequestSchema,
        create(ExportTraceServiceRequestSchema, {
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    {
                      traceId: Buffer.from(TRACE, 'hex'),
                      spanId: Buffer.from(SPAN, 'hex'),
                      name: 'listen',
                      startTimeUnixNano: SECOND,
                      endTimeUnixNano: end,
                    },
                  ],
                },
              ],
            },
          ],
        }),
      );
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    await post('/v1/traces', gzipSync(message(0n)), headers);
    expect((await query('SELECT end_ms FROM spans')).rows).toEqual([[null]]);
    await post('/v1/traces', gzipSync(message(3n * SECOND)), headers);
    expect((await query('SELECT end_ms FROM spans')).rows).toEqual([[3000]]);
  });

  it('stores log records with their trace and severity', async () => {
    const record = {
      timeUnixNano: nanos(2n),
      severityNumber: 17,
      traceId: TRACE,
      spanId: SPAN,
      body: { kvlistValue: { values: [text('message', 'no stock')] } },
    };
    await post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
    const { rows } = await query('SELECT time_ms, trace_id, span_id, severity, body FROM logs');
    expect(rows).toEqual([[2000, TRACE, SPAN, 'ERROR', '{"message":"no stock"}']]);
  });

  it('gives a span no negative duration when the clock was set back, and records the jump', async () => {
    await post('/v1/traces', traces({ startTimeUnixNano: nanos(100n), endTimeUnixNano: nanos(40n) }));
    const { rows } = await query("SELECT start_ms, end_ms, attributes ->> '$.clock_jump_ms' FROM spans");
    expect(rows).toEqual([[100_000, 100_000, 60_000]]);
  });

  it('stores hostile values as text and visibly truncates a value of one MiB', async () => {
    const attributes = [
      text('<script>alert(1)</script>', "'; DROP TABLE spans; --"),
      text('__proto__', 'x'),
      text('big', 'y'.repeat(1024 * 1024)),
      { key: 'nan', value: { doubleValue: 'NaN' } },
      { key: 'large', value: { intValue: '9223372036854775807' } },
      { key: 'bytes', value: { bytesValue: 'AP8=' } },
    ];
    await post(
      '/v1/traces',
      traces({ name: '\u0000\ud83d\ude00', startTimeUnixNano: nanos(1n), attributes }),
    );
    const { rows } = (await query('SELECT attributes FROM spans')) as { rows: [[string]] };
    const stored = JSON.parse(rows[0][0]);
    expect(Object.keys(stored)).toContain('__proto__');
    expect(stored).toMatchObject({
      '<script>alert(1)</script>': "'; DROP TABLE spans; --",
      nan: 'NaN',
      large: '9223372036854775807',
      bytes: 'AP8=',
    });
    expect(stored.big).toMatch(/ … \(983040 more characters\)$/);
  });

  it('keeps passwords, tokens, cookies and card numbers out of the file', async () => {
    const secrets = [
      'hunter2secret',
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9.sig',
      'session-cookie-value',
      '4242424242424242',
    ];
    const [password, token, cookie, card] = secrets as [string, string, string, string];
    const attributes = [
      text('user.password', password),
      text('http.request.header.authorization', `Bearer ${token}`),
      text('http.request.header.cookie', `sid=${cookie}`),
      text('url.full', `http://localhost/pay?number=${card}&id_token=${token}`),
      text('card_number', card),
    ];
    const events = [{ name: `login with ${token}`, attributes }];
    await post(
      '/v1/traces',
      traces({ name: `GET /?password=${password}`, attributes, events, status: { code: 2, message: token } }),
    );
    const record = {
      body: { stringValue: `{"password":"${password}","card":"${card}","cookie":"${cookie}"}` },
      attributes,
    };
    await post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
    expect((await query('SELECT count(*) FROM spans')).rows).toEqual([[1]]);
    await log.close();
    const bytes = readFileSync(log.file).toString('latin1');
    for (const secret of secrets) expect(bytes).not.toContain(secret);
    log = await startEventLog({ port: 0, folder });
  });

  it.each([
    ['bytes that are no JSON', '/v1/traces', Buffer.from('{"resourceSpans": ['), 400],
    ['a span id that is not hexadecimal', '/v1/traces', traces({ spanId: 'zz' }), 200],
    ['a wrong type', '/v1/logs', { resourceLogs: 7 }, 400],
  ])('rejects %s and records the gap', async (_what, path, body, status) => {
    const response = await post(path, body);
    expect(response.status).toBe(status);
    const { rows } = await query("SELECT severity, attributes ->> '$.gap.dropped' FROM logs");
    expect(rows).toEqual([['WARN', 1]]);
    expect(await (await fetch(`${log.url}/api/health`)).json()).toEqual({
      file: log.file,
      spans: 0,
      logs: 1,
      dropped: 1,
    });
  });

  it.each([
    ['a span without an id', { spanId: '' }, 'its span id has 0 bytes, expected 8'],
    ['a span id that is not hexadecimal', { spanId: 'zz' }, 'spanId "zz" is not hexadecimal'],
    ['a name of another type', { name: 7 }, 'name is 7; expected a string'],
    ["a start beyond JavaScript's dates", { startTimeUnixNano: '9'.repeat(29) }, 'is in the future'],
    ['a start as a number beyond all dates', { startTimeUnixNano: 1e300 }, 'is in the future'],
    ['an end in the next century', { endTimeUnixNano: nanos(4_102_444_800n) }, 'is in the future'],
    ['an event in the next century', { events: [{ timeUnixNano: nanos(4_102_444_800n) }] }, 'future'],
    ['a duration of 20 years', { endTimeUnixNano: nanos(631_152_000n) }, 'it took 7305 days'],
  ])('rejects only %s, tells the client and records the gap', async (_what, bad, message) => {
    const good = { startTimeUnixNano: nanos(1n) };
    const body = traces(good) as { resourceSpans: [{ scopeSpans: [{ spans: object[] }] }] };
    const { spans } = body.resourceSpans[0].scopeSpans[0];
    spans.unshift({ traceId: TRACE, spanId: '1'.repeat(16), name: 'bad', ...good, ...bad });
    const response = await post('/v1/traces', body);
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedSpans: 1, errorMessage: expect.stringContaining(message) },
    });
    expect((await query('SELECT name, start_ms FROM spans')).rows).toEqual([['createOrder', 1000]]);
    expect((await query('SELECT count(*) FROM logs')).rows).toEqual([[1]]);
  });

  it('rejects only a log record from the future', async () => {
    const record = (timeUnixNano: string) => ({ timeUnixNano, body: { stringValue: 'text' } });
    const logRecords = [record('9'.repeat(29)), record(nanos(1n)), record('-1')];
    const response = await post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    expect(await response.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: 2 } });
    expect((await query("SELECT time_ms FROM logs WHERE service <> 'event-log'")).rows).toEqual([[1000]]);
  });

  it('rejects a body of more than 32 MiB with 413, and records the gap', async () => {
    expect((await post('/v1/traces', Buffer.alloc(33 * 1024 * 1024))).status).toBe(413);
    expect((await query("SELECT body FROM logs WHERE severity = 'WARN'")).rows).toEqual([
      ['An export to /v1/traces was not read: The body is larger than 32 MiB.'],
    ]);
  });

  it("sends the same data to the developer's backend, and records a gap when that is gone", async () => {
    const received: string[] = [];
    const backend = createServer((incoming, response) => {
      received.push(`${incoming.url} ${incoming.headers['content-type']} ${incoming.headers['x-key']}`);
      incoming.resume().on('end', () => response.end('{}'));
    });
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
    const forwardTo = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
    await log.close();
    log = await startEventLog({ port: 0, folder, forwardTo, forwardHeaders: { 'x-key': 'k1' } });
    const arrived = once(backend, 'request');
    await post('/v1/traces', traces({}));
    await arrived;
    expect(received).toEqual(['/v1/traces application/json k1']);
    backend.closeAllConnections();
    await new Promise((closed) => backend.close(closed));
    const stream = await fetch(`${log.url}/api/stream`);
    const gap = nextEvent(stream, 'logs');
    await post('/v1/traces', traces({}));
    expect(await gap).toMatchObject([{ severity: 'WARN', body: expect.stringContaining('Not forwarded') }]);
  });
});

describe('a process that is killed', () => {
  beforeEach(openLog);
  afterEach(closeLog);

  it('leaves a gap that names it, and its open span ended as failed', async () => {
    const worker = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(worker, 'spawn');
    const pid = { key: 'process.pid', value: { intValue: String(worker.pid) } };
    const resource = { attributes: [text('service.name', 'functions'), pid] };
    const span = { traceId: TRACE, spanId: SPAN, name: 'createOrder', startTimeUnixNano: nanos(5n) };
    await post('/v1/traces', { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
    const gaps =
      "SELECT body, attributes ->> '$.gap.pid' FROM logs WHERE attributes ->> '$.gap.open_spans' = 1";
    expect((await query(gaps)).rows).toEqual([]);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const found = await vi.waitFor(async () => {
      const { rows } = await query(gaps);
      expect(rows).toHaveLength(1);
      return rows as unknown[][];
    });
    expect(found[0]?.[0]).toContain('createOrder');
    expect(found[0]?.[1]).toBe(worker.pid);
    expect((await query('SELECT status, end_ms IS NULL FROM spans')).rows).toEqual([['error', 0]]);
  });
});

describe('POST /api/query', () => {
  // Nothing is stored here.
  beforeAll(openLog);
  afterAll(closeLog);

  it('binds parameters by position and by name', async () => {
    expect((await query('SELECT ? AS a, ? AS b', [1, 'x'])).rows).toEqual([[1, 'x']]);
    expect((await query('SELECT :a AS a', { a: null })).rows).toEqual([[null]]);
  });

  it('returns at most 10,000 rows and says that there are more', async () => {
    const sql = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
    const { rows, truncated } = (await query(sql)) as { rows: unknown[]; truncated: boolean };
    expect(rows).toHaveLength(10_000);
    expect(truncated).toBe(true);
  });

  it.each([
    ['DELETE FROM spans', 'SELECT or WITH'],
    ['PRAGMA table_info(spans)', 'SELECT or WITH'],
    ['', 'SELECT or WITH'],
    ['WITH x AS (SELECT 1) DELETE FROM spans', 'not authorized'],
    ["SELECT load_extension('/tmp/x')", 'not authorized'],
    ['SELECT 1; DROP TABLE spans', 'single statement'],
    ['SELECT tracing FROM spans', 'no such column: tracing'],
  ])('refuses "%s" with a message that contains "%s"', async (sql, message) => {
    const response = await post('/api/query', { sql, params: [] });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { message: expect.stringContaining(message) } });
  });

  it('accepts a statement that ends with a semicolon and a comment', async () => {
    expect((await query('/* one */ SELECT 1; -- done')).rows).toEqual([[1]]);
  });

  it('ends a query that would never end, and runs the next one', async () => {
    await log.close();
    log = await startEventLog({ port: 0, folder, queryTimeLimitMs: 200 });
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    expect(await query(endless)).toEqual({ error: { message: 'The query took longer than 0.2 s.' } });
    expect((await query('SELECT 1')).rows).toEqual([[1]]);
  });
});

describe('GET /api/stream', () => {
  beforeEach(openLog);
  afterEach(closeLog);

  it('sends each new row as an event, equal to the table row', async () => {
    const stream = await fetch(`${log.url}/api/stream`);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const spans = nextEvent(stream, 'spans');
    await post('/v1/traces', traces({ startTimeUnixNano: nanos(1n) }));
    expect(await spans).toMatchObject([{ trace_id: TRACE, span_id: SPAN, end_ms: null, attributes: '{}' }]);
  });
});

describe('the guard', () => {
  // Nothing is stored here.
  beforeAll(openLog);
  afterAll(closeLog);

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a name that was made to resolve to this machine', { host: 'evil.example' }],
  ])('rejects %s with 403 and stores nothing', async (_what, headers) => {
    const call = request(`${log.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    call.end(JSON.stringify(traces({})));
    const [response] = await once(call, 'response');
    expect(response.statusCode).toBe(403);
    response.resume();
    expect((await query('SELECT count(*) FROM spans')).rows).toEqual([[0]]);
  });

  it('responds to pages on this machine, which are on other ports', async () => {
    const response = await fetch(`${log.url}/api/health`, { headers: { origin: 'http://localhost:5173' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});

describe('startEventLog', () => {
  beforeEach(openLog);
  afterEach(closeLog);

  it("continues a file that has rows beyond JavaScript's dates", async () => {
    const { file } = log;
    await log.close();
    const database = new DatabaseSync(file);
    database.exec(`
      INSERT INTO spans VALUES ('${TRACE}', '${SPAN}', NULL, 'x', 'server', 'x', 1e23, NULL, 'ok', NULL, '{}', '[]');
      INSERT INTO logs VALUES (1, 1e23, NULL, NULL, 'x', 'INFO', 'x', '{}')`);
    database.close();
    log = await startEventLog({ port: 0, folder, run: basename(file, '.sqlite') });
    const { rows } = await query("SELECT body FROM logs WHERE service = 'event-log'");
    expect(rows).toEqual([
      [expect.stringMatching(/^The event log was stopped: nothing has been recorded since \d{4}-/)],
    ]);
  });

  it('continues the file of its run, and records the stop as a gap', async () => {
    await post('/v1/traces', traces({ startTimeUnixNano: nanos(5n), endTimeUnixNano: nanos(6n) }));
    const { file } = log;
    await log.close();
    log = await startEventLog({ port: 0, folder, run: basename(file, '.sqlite') });
    expect(log.file).toBe(file);
    expect(await query('SELECT name FROM spans')).toMatchObject({ rows: [['createOrder']] });
    expect(await query("SELECT body FROM logs WHERE attributes ->> '$.gap' IS NOT NULL")).toMatchObject({
      rows: [['The event log was stopped: nothing has been recorded since 1970-01-01T00:00:05.000Z']],
    });
  });

  it('rejects with the reason if the folder cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(startEventLog({ port: 0, folder: file })).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it('rejects when the port is in use', async () => {
    await expect(startEventLog({ port: Number(new URL(log.url).port), folder })).rejects.toThrow(
      /EADDRINUSE/,
    );
  });
});

/** The data of the next event with this name. */
async function nextEvent(stream: Response, name: string): Promise<unknown> {
  let received = '';
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    received += Buffer.from(chunk).toString();
    const data = new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`).exec(received)?.[1];
    if (data !== undefined) return JSON.parse(data);
  }
  throw new Error(`The stream ended without an event ${name}: ${received}`);
}
