// A stack for the tests of Studio: a separate Firestore emulator and event log, with the
// Authentication and Functions emulators of the running stack.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { startEventLog } from '../../packages/event-log/src/start-event-log.ts';
import { startEmulator } from '../../packages/firestore/src/index.ts';
import { startStudio } from '../../packages/studio/server/studio-server.ts';
import { closeContexts, newPage, workerBrowser } from './worker-browser.ts';

export const PROJECT = process.env.SAVEPOINT_PROJECT_ID ?? 'demo-savepoint';
const WIDE = { width: 1440, height: 900 };

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /orders/{id} {
      allow get: if request.auth != null && resource.data.owner == request.auth.uid;
    }
    match /open/{id} {
      allow read: if true;
    }
  }
}
`;

const STORAGE_RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /avatars/{uid} {
      allow read: if resource.contentType == 'image/png';
      allow create: if request.auth.uid == uid && request.resource.size < 100;
    }
  }
}
`;

/** An event as received by a functions emulator. */
interface DeliveredEvent {
  readonly url: string;
  readonly traceparent: string | undefined;
  readonly body: string;
}

export interface StudioStack {
  readonly url: string;
  readonly firestoreUrl: string;
  readonly eventLogUrl: string;
  /** Writes documents by path, without rules: fields in the form of the REST API. */
  write(documents: Readonly<Record<string, object>>): Promise<void>;
  /** A document's fields; undefined when it does not exist. */
  read(path: string): Promise<Record<string, unknown> | undefined>;
  /** Deletes a document, without rules. */
  remove(path: string): Promise<void>;
  /** Changes the rules file, like somebody else's editor. */
  writeRules(change: (text: string) => string): void;
  /** A page of Studio. Uncaught errors and console errors make `close` fail. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  readonly browser: Browser;
  /** The events sent to the triggers of this stack's Firestore, oldest first. */
  readonly delivered: readonly DeliveredEvent[];
  close(): Promise<void>;
}

interface StudioStackOptions {
  /** The origin of a dev server of the shop. */
  readonly appUrl?: string;
  /**
   * True if its Firestore sends to a real event log; otherwise there is one with three recorded
   * traces.
   */
  readonly isRecording?: boolean;
  /** Replacements for parts of the description. */
  readonly description?: object;
}

/** Starts Studio with its stack. */
export async function startStudioStack({
  appUrl = 'http://127.0.0.1:1',
  isRecording = false,
  description = {},
}: StudioStackOptions = {}): Promise<StudioStack> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));
  const rulesFile = join(folder, 'firestore.rules');
  writeFileSync(rulesFile, RULES);
  const storageRulesFile = join(folder, 'storage.rules');
  writeFileSync(storageRulesFile, STORAGE_RULES);
  const delivered: DeliveredEvent[] = [];
  const triggers = await startTriggerReceiver(delivered);
  const eventLog = isRecording
    ? await startEventLog({ port: 0, folder: join(folder, 'event-log') })
    : await startRecordedLog();
  const emulator = await startEmulator({
    ...(isRecording && { otlpEndpoint: eventLog.url, spanDelayMs: 0 }),
    rules: rulesFile,
    websocketPort: 0,
    functionsEmulator: triggers.address,
    log: () => {},
  });
  const firestoreUrl = `http://${emulator.host}`;
  const studio = await startStudio({
    port: 0,
    stack: {
      projectId: PROJECT,
      folder,
      servers: [
        { name: 'firestore', label: 'Firestore', url: firestoreUrl, state: 'running' },
        { name: 'stopped', label: 'Search', url: 'http://127.0.0.1:1', state: 'running' },
      ],
      firestore: {
        url: firestoreUrl,
        rulesFile,
        requestsUrl: `http://127.0.0.1:${emulator.websocketPort}`,
      },
      app: { label: 'Shop', signInUrl: `${appUrl}/#customToken=` },
      auth: partOf('FIREBASE_AUTH_EMULATOR_HOST'),
      storage: { url: `http://${process.env.FIREBASE_STORAGE_EMULATOR_HOST}`, rulesFile: storageRulesFile },
      functions: partOf('SAVEPOINT_FUNCTIONS_HOST'),
      mail: { url: 'http://127.0.0.1:1/inbox' },
      eventLog: { url: eventLog.url },
      ...description,
    },
  });
  const browser = await workerBrowser();
  const documents = `projects/${PROJECT}/databases/(default)/documents`;
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const errors: string[] = [];
  return {
    url: studio.url,
    firestoreUrl,
    eventLogUrl: eventLog.url,
    browser,
    delivered,
    async write(entries) {
      const writes = Object.entries(entries).map(([path, fields]) => ({
        update: { name: `${documents}/${path}`, fields },
      }));
      const response = await fetch(`${firestoreUrl}/v1/${documents}:commit`, {
        method: 'POST',
        headers: owner,
        body: JSON.stringify({ writes }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async read(path) {
      const response = await fetch(`${firestoreUrl}/v1/${documents}/${path}`, { headers: owner });
      if (response.status === 404) return undefined;
      return ((await response.json()) as { fields?: Record<string, unknown> }).fields ?? {};
    },
    async remove(path) {
      const response = await fetch(`${firestoreUrl}/v1/${documents}/${path}`, {
        method: 'DELETE',
        headers: owner,
      });
      if (!response.ok) throw new Error(await response.text());
    },
    writeRules(change) {
      writeFileSync(rulesFile, change(readFileSync(rulesFile, 'utf8')));
    },
    async open(path, options = {}) {
      const page = await newPage(studio.url, { viewport: WIDE, reducedMotion: 'reduce', ...options });
      page.setDefaultTimeout(15_000);
      page.on('pageerror', (error) => errors.push(`${path}: ${error.message}`));
      page.on('console', (message) => {
        // A rejected write is a response with an error status, which the browser reports, too.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          errors.push(`${path}: ${message.text()}`);
      });
      await page.goto(`${studio.url}${path}`);
      return page;
    },
    async close() {
      await closeContexts(browser);
      await studio.close();
      await emulator.close();
      await eventLog.close();
      triggers.close();
      rmSync(folder, { recursive: true });
      if (errors.length > 0) throw new Error(`Pages reported errors:\n${errors.join('\n')}`);
    },
  };
}

/** An unsigned token, which emulators accept. */
export function tokenOf(uid: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: uid,
    user_id: uid,
    aud: PROJECT,
    iss: `https://securetoken.google.com/${PROJECT}`,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    firebase: { sign_in_provider: 'custom', identities: {} },
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}
function partOf(variable: string): { url: string } | null {
  const host = process.env[variable];
  return host === undefined ? null : { url: `http://${host}` };
}

const SPANS: [string, string, string | null, string, string, number, number | null, string, string][] = [
  ['t1', 's1', null, 'POST /createOrder', 'functions', 0, 480, 'ok', '{"http.route":"/createOrder"}'],
  ['t1', 's2', 's1', 'Commit', 'firestore', 60, 190, 'ok', '{"path":"/orders/o1"}'],
  ['t1', 's3', 's1', 'onOrderWritten', 'functions', 200, 470, 'ok', '{"faas.name":"onOrderWritten"}'],
  ['t1', 's4', 's3', 'send mail', 'mail', 300, 460, 'ok', '{"to":"shopper"}'],
  ['t2', 's5', null, 'GET /orders/o2', 'browser', 1000, 1040, 'error', '{"path":"/orders/o2"}'],
  ['t3', 's6', null, 'GET /products', 'browser', 2000, 2003, 'ok', '{"path":"/products"}'],
];

/**
 * Receives the events of document triggers instead of the functions, which belong to another
 * Firestore.
 */
async function startTriggerReceiver(
  delivered: DeliveredEvent[],
): Promise<{ address: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    delivered.push({ url: request.url ?? '', traceparent: request.headers.traceparent as string, body });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An event log with three recorded traces: its tables and its query endpoint. */
async function startRecordedLog(): Promise<{ url: string; close(): void }> {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE spans (trace_id, span_id, parent_span_id, name, kind, service, start_ms, end_ms, status, status_message, attributes, events);
    CREATE TABLE logs (id INTEGER PRIMARY KEY, time_ms, trace_id, span_id, service, severity, body, attributes)`);
  const insert = database.prepare(
    "INSERT INTO spans VALUES (?, ?, ?, ?, 'server', ?, ?, ?, ?, CASE ?8 WHEN 'error' THEN 'permission-denied' END, ?, '[]')",
  );
  const startMs = Date.UTC(2026, 0, 31, 12);
  for (const [trace, span, parent, name, service, start, end, status, attributes] of SPANS) {
    insert.run(
      trace,
      span,
      parent,
      name,
      service,
      startMs + start,
      end === null ? null : startMs + end,
      status,
      attributes,
    );
  }
  database
    .prepare(
      `INSERT INTO logs VALUES (3, ?, NULL, NULL, 'event-log', 'WARN', '7 spans are missing', '{"gap":{"dropped":7}}')`,
    )
    .run(startMs + 1500);
  database
    .prepare(
      "INSERT INTO logs VALUES (2, ?, 't1', 's3', 'functions', 'ERROR', 'order o1 has no email', '{}')",
    )
    .run(startMs + 250);
  database
    .prepare("INSERT INTO logs VALUES (1, ?, 't1', 's4', 'mail', 'INFO', 'sent <b>order o1</b>', '{}')")
    .run(startMs + 350);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { sql, params } = JSON.parse(body) as { sql: string; params: (string | number)[] };
    try {
      const statement = database.prepare(sql);
      const columns = statement.columns().map(({ name }) => name);
      const rows = statement.all(...params).map((row) => Object.values(row));
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ columns, rows, truncated: false }));
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ error: (error as Error).message }));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
      database.close();
    },
  };
}
