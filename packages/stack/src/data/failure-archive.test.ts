import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpanRow } from '../../../event-log/recording/rows.ts';
import { otlpRequests, readArchive } from './archive.ts';
import { writeFailureArchive } from './failure-archive.ts';

const SPAN: SpanRow = {
  ...{
    trace_id: 'a'.repeat(32),
    span_id: 'b'.repeat(16),
    parent_span_id: null,
    name: 'commit',
    kind: 'server',
  },
  ...{
    service: 'firestore',
    start_ms: 1_700_000_000_000.25,
    end_ms: null,
    status: 'error',
    status_message: 'denied',
  },
  attributes: '{"firestore.reads":3,"rules.outcome":"deny"}',
  events: '[{"name":"get","time_ms":1700000000001,"attributes":{"path":"a/b","exists":false}}]',
};
const LOG = {
  ...{ time_ms: 1_700_000_000_002, trace_id: SPAN.trace_id, span_id: SPAN.span_id, service: 'functions' },
  ...{ severity: 'WARN', body: 'slow', attributes: '{}' },
};
const DATA = {
  documents: [{ name: 'projects/p/databases/(default)/documents/a/b', fields: {} }],
  accounts: [],
  tenants: [],
  objects: [],
};

let folder: string;
let eventLog: Server;

/** Responds to SQL like the event log. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'failure-archive-'));
  eventLog = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const row = JSON.parse(text).sql.includes('FROM spans') ? SPAN : LOG;
    response.end(JSON.stringify({ columns: Object.keys(row), rows: [Object.values(row)], truncated: false }));
  });
  await new Promise<void>((listening) => {
    eventLog.listen(0, '127.0.0.1', listening);
  });
});

afterEach(() => {
  eventLog.closeAllConnections();
  eventLog.close();
  rmSync(folder, { recursive: true });
});

async function writeZip(eventLogPort: number | undefined): Promise<string> {
  const file = join(folder, 'results', 'e2e-failure.zip');
  const playwrightFolder = join(folder, 'playwright-results');
  mkdirSync(join(playwrightFolder, 'a test'), { recursive: true });
  writeFileSync(join(playwrightFolder, 'a test', 'trace.zip'), 'its trace');
  await writeFailureArchive({
    file,
    projectId: 'p',
    eventLogPort,
    data: DATA,
    output: 'what it printed',
    playwrightFolder,
  });
  return file;
}

describe('the zip of a failed browser test', () => {
  it('contains the spans, the logs, the documents, the output and the traces of Playwright', async () => {
    const bytes = readFileSync(await writeZip((eventLog.address() as AddressInfo).port));
    expect(readArchive(bytes, 'e2e-failure.zip')).toEqual({
      projectId: 'p',
      spans: [SPAN],
      logs: [LOG],
      data: DATA,
    });
    const files = unzipSync(bytes);
    expect(strFromU8(files['output.log'] as Uint8Array)).toBe('what it printed');
    expect(strFromU8(files['playwright/a test/trace.zip'] as Uint8Array)).toBe('its trace');
  });

  it('is written without spans when the event log does not respond, and its output says so', async () => {
    const { port } = eventLog.address() as AddressInfo;
    await new Promise((closed) => eventLog.close(closed));
    const bytes = readFileSync(await writeZip(port));
    expect(readArchive(bytes, 'x').spans).toEqual([]);
    expect(strFromU8(unzipSync(bytes)['output.log'] as Uint8Array)).toContain(
      'The event log does not respond',
    );
  });

  it.each([
    ['is no zip', new TextEncoder().encode('not a zip')],
    ['lacks an entry', zipSync({ 'archive.json': strToU8('{}') })],
    [
      'has other entries',
      zipSync(
        Object.fromEntries(
          ['archive', 'spans', 'logs', 'data'].map((name) => [`${name}.json`, strToU8('{}')]),
        ),
      ),
    ],
  ])('is rejected by its name when it %s', (_title, bytes) => {
    expect(() => readArchive(bytes, 'other.zip')).toThrow(
      /^other\.zip cannot be opened: .+ Expected the zip that/,
    );
  });

  it('becomes OTLP with the times, status, attributes and events of its spans; an open span stays open', () => {
    const archive = { projectId: 'p', spans: [SPAN], logs: [LOG], data: DATA };
    const [traces, logs] = [...otlpRequests(archive)];
    expect(traces).toMatchObject({
      path: '/v1/traces',
      body: {
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'firestore' } }] },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: SPAN.trace_id,
                    kind: 2,
                    startTimeUnixNano: '1700000000000250000',
                    endTimeUnixNano: '0',
                    status: { code: 2, message: 'denied' },
                    attributes: [
                      { key: 'firestore.reads', value: { intValue: '3' } },
                      { key: 'rules.outcome', value: { stringValue: 'deny' } },
                    ],
                    events: [
                      {
                        name: 'get',
                        attributes: [{ key: 'path' }, { key: 'exists', value: { boolValue: false } }],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    });
    expect(logs).toMatchObject({
      path: '/v1/logs',
      body: {
        resourceLogs: [
          { scopeLogs: [{ logRecords: [{ severityNumber: 13, body: { stringValue: 'slow' } }] }] },
        ],
      },
    });
  });
});
