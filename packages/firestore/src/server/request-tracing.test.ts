import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /orders/{id} {
      allow read: if false;
      allow read, write: if
        get(/databases/$(database)/documents/settings/shop).data.open == true;
    }
    match /settings/{id} { allow read: if false; }
  }
}`;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const PROJECT = 'demo-tracing';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string; readonly boolValue?: boolean };
}
interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly Attribute[] }[];
  readonly status?: { readonly code: number; readonly message: string };
}

let folder: string;
let receiver: Server;
let endpoint: string;
let spans: ExportedSpan[];
let triggered: { headers: NodeJS.Dict<string | string[]> }[];
let emulator: RunningEmulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'request-tracing-'));
  writeFileSync(join(folder, 'firestore.rules'), RULES);
  spans = [];
  triggered = [];
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/v1/traces') {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) spans.push(...scopeSpans[0].spans);
    } else triggered.push({ headers: request.headers });
    response.end('{}');
    receiver.emit('received');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  endpoint = `http://${address}`;
  emulator = await startEmulator({
    rules: join(folder, 'firestore.rules'),
    otlpEndpoint: endpoint,
    spanDelayMs: 0,
    functionsEmulator: address,
    log: () => undefined,
  });
});

afterEach(async () => {
  await emulator.close();
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
  rmSync(folder, { recursive: true });
});

async function write(path: string, fields: object, headers: Record<string, string> = {}): Promise<number> {
  const name = `projects/${PROJECT}/databases/(default)/documents/${path}`;
  const response = await fetch(
    `http://${emulator.host}/v1/projects/${PROJECT}/databases/(default)/documents:commit`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ writes: [{ update: { name, fields } }] }),
    },
  );
  await response.arrayBuffer();
  return response.status;
}

/** Resolves with the first span, past or future, that `matches` accepts. */
async function spanWhere(matches: (span: ExportedSpan) => boolean): Promise<ExportedSpan> {
  for (;;) {
    const found = spans.find(matches);
    if (found !== undefined) return found;
    await once(receiver, 'received');
  }
}

function attribute(span: Pick<ExportedSpan, 'attributes'>, key: string): string | undefined {
  const value = span.attributes.find((each) => each.key === key)?.value;
  return (
    value?.stringValue ??
    value?.intValue ??
    (value?.boolValue === undefined ? undefined : String(value.boolValue))
  );
}

describe('a traced request', () => {
  it('continues the trace of its traceparent, with each evaluated allow, each get() and the written document', async () => {
    await write('settings/shop', { open: { booleanValue: true } }, { authorization: 'Bearer owner' });
    const status = await write('orders/o1', { total: { integerValue: '7' } }, { traceparent: TRACEPARENT });
    expect(status).toBe(200);
    const commit = await spanWhere(({ name, traceId }) => name === 'commit' && traceId === TRACE);
    expect(commit.parentSpanId).toBe('00f067aa0ba902b7');
    expect(attribute(commit, 'writes')).toBe('["update orders/o1"]');
    const authorize = spans.find(({ name }) => name === 'authorize') as ExportedSpan;
    expect(authorize.parentSpanId).toBe(commit.spanId);
    expect(attribute(authorize, 'rules.outcome')).toBe('allow');
    expect(attribute(authorize, 'rules.line')).toBe('6');
    expect(attribute(authorize, 'rules.allows')).toBe('[{"line":6,"outcome":true}]');
    expect(authorize.events).toMatchObject([{ name: 'get' }]);
    expect(attribute(authorize.events[0] as ExportedSpan, 'path')).toBe('settings/shop');
    expect(attribute(authorize.events[0] as ExportedSpan, 'line')).toBe('7');
    const applied = spans.find(({ name, traceId }) => name === 'apply commit' && traceId === TRACE);
    expect(applied?.parentSpanId).toBe(commit.spanId);
    expect(applied?.events).toMatchObject([{ name: 'create' }]);
    expect(attribute(applied?.events[0] as ExportedSpan, 'path')).toBe('orders/o1');
  });

  it('has no span for a read with an unsampled traceparent, but has one for a write', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer owner',
      traceparent: `00-${TRACE}-00f067aa0ba902b7-00`,
    };
    const root = `http://${emulator.host}/v1/projects/${PROJECT}/databases/(default)/documents`;
    const query = JSON.stringify({ structuredQuery: { from: [{ collectionId: 'orders' }] } });
    for (const request of [
      fetch(`${root}:runQuery`, { method: 'POST', headers, body: query }),
      fetch(`${root}:listCollectionIds`, { method: 'POST', headers, body: '{}' }),
    ])
      expect((await request).status).toBe(200);
    await write('orders/o1', {}, headers);
    await spanWhere(({ name, traceId }) => name === 'commit' && traceId === TRACE);
    expect(spans.map(({ name }) => name)).not.toContain('runQuery');
    expect(spans.map(({ name }) => name)).not.toContain('listCollectionIds');
  });

  it('records the evaluated lines and the deciding values when rules deny it', async () => {
    await write('settings/shop', { open: { booleanValue: false } }, { authorization: 'Bearer owner' });
    expect(await write('orders/o1', {}, { traceparent: TRACEPARENT })).toBe(403);
    const commit = await spanWhere(({ name, traceId }) => name === 'commit' && traceId === TRACE);
    expect(commit.status?.code).toBe(2);
    const authorize = spans.find(({ name }) => name === 'authorize') as ExportedSpan;
    expect(attribute(authorize, 'rules.outcome')).toBe('deny');
    expect(attribute(authorize, 'rules.database')).toBe('(default)');
    expect(attribute(authorize, 'rules.time')).toMatch(/^\d{4}-.+Z$/);
    const explanation = JSON.parse(attribute(authorize, 'rules.explanation') as string);
    expect(explanation.statements[0]).toMatchObject({ line: 6, outcome: 'false' });
    expect(JSON.stringify(explanation.statements[0].causes)).toContain('false');
  });

  it('records the fields of each written document before and after, without values of secret names', async () => {
    const owner = { authorization: 'Bearer owner' };
    await write('orders/o1', { total: { integerValue: '7' }, password: { stringValue: 'hunter2' } }, owner);
    const after = { total: { integerValue: '9007199254740993' }, note: { stringValue: 'says "cookie: a"' } };
    await write('orders/o1', after, { ...owner, traceparent: TRACEPARENT });
    const applied = await spanWhere(({ name, traceId }) => name === 'apply commit' && traceId === TRACE);
    expect(attribute(applied, 'database')).toBe(`projects/${PROJECT}/databases/(default)`);
    expect(attribute(applied, 'principal')).toBe('owner');
    expect(attribute(applied, 'commit_time')).toMatch(/^\d{4}-.+Z$/);
    expect(attribute(applied, 'truncated')).toBeUndefined();
    const [update] = applied.events as [ExportedSpan];
    expect(update.name).toBe('update');
    expect(JSON.parse(attribute(update, 'before') as string)).toEqual({
      total: { integerValue: '7' },
      password: '[redacted]',
    });
    expect(JSON.parse(attribute(update, 'after') as string)).toEqual({
      ...after,
      note: { stringValue: 'says "cookie: [redacted]"' },
    });
  });

  it('records only names and sizes, marked as truncated, of documents beyond 64 KiB of a commit', async () => {
    const owner = { authorization: 'Bearer owner' };
    await write(
      'orders/large',
      { text: { stringValue: 'x'.repeat(70_000) } },
      { ...owner, traceparent: TRACEPARENT },
    );
    const applied = await spanWhere(({ name, traceId }) => name === 'apply commit' && traceId === TRACE);
    expect(attribute(applied, 'truncated')).toBe('true');
    const [created] = applied.events as [ExportedSpan];
    expect(attribute(created, 'path')).toBe('orders/large');
    expect(Number(attribute(created, 'after_bytes'))).toBeGreaterThan(70_000);
    expect(attribute(created, 'truncated')).toBe('true');
    expect(attribute(created, 'after')).toBeUndefined();
  });

  it('has its own trace, with the deleted documents, when all documents are cleared', async () => {
    await write('orders/o1', { total: { integerValue: '7' } }, { authorization: 'Bearer owner' });
    await fetch(`http://${emulator.host}/emulator/v1/projects/${PROJECT}/databases/(default)/documents`, {
      method: 'DELETE',
    });
    const cleared = await spanWhere(
      ({ name, events }) => name === 'apply commit' && events[0]?.name === 'delete',
    );
    expect(cleared.parentSpanId).toBeUndefined();
    const [deleted] = cleared.events as [ExportedSpan];
    expect(JSON.parse(attribute(deleted, 'before') as string)).toEqual({ total: { integerValue: '7' } });
  });

  it('has a span for each email that the extension Trigger Email would send, but none for other documents', async () => {
    const owner = { authorization: 'Bearer owner', traceparent: TRACEPARENT };
    const message = { mapValue: { fields: { subject: { stringValue: 'Your order is paid' } } } };
    const to = { stringValue: 'a@example.com' };
    await write('mail/m1', { to, message }, owner);
    const email = await spanWhere(({ name }) => name === 'email Your order is paid');
    const applied = spans.find(({ name, traceId }) => name === 'apply commit' && traceId === TRACE);
    expect(email.parentSpanId).toBe(applied?.spanId);
    expect(attribute(email, 'document')).toBe('mail/m1');
    await write('messages/m1', { to, text: to }, owner);
    await spanWhere(
      ({ name, events }) =>
        name === 'apply commit' && attribute(events[0] as ExportedSpan, 'path') === 'messages/m1',
    );
    expect(spans.filter(({ name }) => name.startsWith('email'))).toEqual([email]);
  });

  it('passes the trace on to the trigger in the header and in the CloudEvent', async () => {
    const registration = {
      eventType: 'google.cloud.firestore.document.v1.written',
      database: '(default)',
      namespace: '(default)',
      document: { value: 'orders/{id}', matchType: 'PATH_PATTERN' },
    };
    await fetch(
      `http://${emulator.host}/emulator/v1/projects/${PROJECT}/eventarcTrigger?eventarcTriggerId=us-central1-onOrder-0`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
        body: JSON.stringify(registration),
      },
    );
    await write('orders/o1', {}, { authorization: 'Bearer owner', traceparent: TRACEPARENT });
    const trigger = await spanWhere(({ name }) => name === 'trigger us-central1-onOrder-0');
    expect(trigger.traceId).toBe(TRACE);
    const expected = `00-${TRACE}-${trigger.spanId}-01`;
    expect(triggered).toMatchObject([{ headers: { traceparent: expected, 'ce-traceparent': expected } }]);
    const applied = spans.find(({ spanId }) => spanId === trigger.parentSpanId);
    expect(applied?.name).toBe('apply commit');
    expect(trigger.events[0]?.name).toBe('attempt');
  });

  it('is served normally while the span receiver is gone', async () => {
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
    const status = await write('orders/o1', {}, { authorization: 'Bearer owner', traceparent: TRACEPARENT });
    expect(status).toBe(200);
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
});
