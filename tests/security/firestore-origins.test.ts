// A page of another site in a real browser, against savepoint-firestore on the same machine.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningEmulator, startEmulator } from '../../packages/firestore/src/server/start-emulator.ts';
import { putRules } from '../conformance/emulator-under-test.ts';
import { requireChromium } from '../support/chromium.ts';

const EVIL_HOST = 'evil.test';
const PROJECT = 'p';
const DOCUMENTS = `/v1/projects/${PROJECT}/databases/(default)/documents`;
const SECRET = `${DOCUMENTS}/secrets/one`;
const RULES = `service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read, write: if false; } } }`;
const OPEN_RULES = RULES.replace('if false', 'if true');

let folder: string;
let emulator: RunningEmulator;
let pages: Server;
let browser: Browser;
let foreign: Page;
let local: Page;

/** Serves an empty page with every Host header. */
async function servePages(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-origins-'));
  mkdirSync(join(folder, 'root'));
  mkdirSync(join(folder, 'victim'));
  writeFileSync(join(folder, 'victim', 'thesis.txt'), 'years of work');
  emulator = await startEmulator({ exportRoot: join(folder, 'root'), websocketPort: 0, log: () => {} });
  await createExport();
  pages = await servePages();
  browser = await chromium.launch({
    executablePath: await requireChromium(),
    // After the launcher's own rule, which it replaces.
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${EVIL_HOST} 127.0.0.1`],
  });
  const { port } = pages.address() as AddressInfo;
  foreign = await browser.newPage();
  await foreign.goto(`http://${EVIL_HOST}:${port}/`);
  local = await browser.newPage();
  await local.goto(`http://localhost:${port}/`);
});

/** Leaves an export in the root whose import would add a document. */
async function createExport(): Promise<void> {
  const document = url(`${DOCUMENTS}/secrets/imported`);
  await fetch(document, { method: 'PATCH', headers: owner, body: '{}' });
  const body = JSON.stringify({ export_directory: '.', export_name: 'exported' });
  const response = await fetch(url(`/emulator/v1/projects/${PROJECT}:export`), { method: 'POST', body });
  expect(response.status).toBe(200);
  await fetch(document, { method: 'DELETE', headers: owner });
}

afterAll(async () => {
  await browser.close();
  pages.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

const owner = { authorization: 'Bearer owner' };
const url = (path: string): string => `http://${emulator.host}${path}`;

/** The documents of the project, as its owner sees them. */
async function documents(): Promise<unknown> {
  const response = await fetch(url(`${DOCUMENTS}:runQuery`), {
    method: 'POST',
    headers: owner,
    body: JSON.stringify({ structuredQuery: { from: [{ allDescendants: true }] } }),
  });
  const found = (await response.json()) as { document?: { name: string; fields?: unknown } }[];
  return found.flatMap(({ document }) => (document ? [[document.name, document.fields]] : []));
}

/** An anonymous read shows whether the rules still deny everything. */
const anonymousStatus = async (): Promise<number> => (await fetch(url(SECRET))).status;

/** How far the emulator's clock is ahead, in whole minutes. */
const clockOffsetMinutes = (): number => {
  const nowMs = emulator.emulator.database(`projects/${PROJECT}/databases/(default)`).now() / 1000;
  // Without the sign of -0.
  return Math.round((nowMs - Date.now()) / 60_000) + 0;
};

const state = async (): Promise<unknown> => ({
  documents: await documents(),
  clockOffsetMinutes: clockOffsetMinutes(),
  anonymousStatus: await anonymousStatus(),
  files: readdirSync(folder, { recursive: true }),
  sessions: emulator.stats.sessions,
});

interface BrowserRequest {
  readonly url: string;
  readonly init: { method?: string; mode?: 'no-cors'; headers?: Record<string, string>; body?: string };
}

/** A page's view of a request: the response, or 'failed' if the browser withholds it. */
function fetchFrom(page: Page, request: BrowserRequest): Promise<unknown> {
  return page.evaluate(async ({ url: target, init }) => {
    try {
      const response = await fetch(target, init);
      return { type: response.type, status: response.status, text: await response.text() };
    } catch {
      return 'failed';
    }
  }, request);
}

const channelBody = new URLSearchParams({
  headers: 'Authorization:Bearer owner\r\n',
  count: '1',
  ofs: '0',
  req0___data__: JSON.stringify({ database: `projects/${PROJECT}/databases/(default)` }),
}).toString();

/** An attacker's requests: method, path and body. */
const ATTACKS: readonly [string, string, string, (() => string)?][] = [
  [
    'an export over a folder of the developer',
    'POST',
    `/emulator/v1/projects/${PROJECT}:export`,
    () => JSON.stringify({ export_directory: folder, export_name: 'victim' }),
  ],
  [
    'an export with a path as its name',
    'POST',
    `/emulator/v1/projects/${PROJECT}:export`,
    () => JSON.stringify({ export_directory: join(folder, 'root'), export_name: '../victim' }),
  ],
  [
    'an import of an export of the developer',
    'POST',
    `/emulator/v1/projects/${PROJECT}:import`,
    () => JSON.stringify({ export_directory: 'exported' }),
  ],
  [
    'an import into a database that the path names',
    'POST',
    `/emulator/v1/projects/${PROJECT}/databases/(default):import`,
    () => JSON.stringify({ export_directory: 'exported' }),
  ],
  ['a moved clock', 'POST', '/_savepoint/clock/advance', () => JSON.stringify({ seconds: 86_400 })],
  [
    'a commit of v1beta1',
    'POST',
    `${DOCUMENTS.replace('/v1/', '/v1beta1/')}:commit?access_token=owner`,
    () => JSON.stringify({ writes: [{ delete: SECRET.slice('/v1/'.length) }] }),
  ],
  ['a read of v1beta1', 'GET', `${SECRET.replace('/v1/', '/v1beta1/')}?access_token=owner`],
  [
    'a commit',
    'POST',
    `${DOCUMENTS}:commit?access_token=owner`,
    () =>
      JSON.stringify({
        writes: [{ update: { name: SECRET.slice('/v1/'.length).replace('one', 'two'), fields: {} } }],
      }),
  ],
  ['a new document', 'POST', `${DOCUMENTS}/secrets?documentId=three&access_token=owner`, () => '{}'],
  ['a changed document', 'PATCH', `${SECRET}?access_token=owner`, () => '{}'],
  ['a deletion', 'DELETE', `${SECRET}?access_token=owner`],
  ['a read', 'GET', `${SECRET}?access_token=owner`],
  [
    'a query',
    'POST',
    `${DOCUMENTS}:runQuery?access_token=owner`,
    () => JSON.stringify({ structuredQuery: { from: [{ collectionId: 'secrets' }] } }),
  ],
  [
    'new rules',
    'PUT',
    `/emulator/v1/projects/${PROJECT}:securityRules`,
    () => JSON.stringify({ rules: { files: [{ content: OPEN_RULES }] } }),
  ],
  [
    'new rules of one database',
    'PUT',
    `/emulator/v1/projects/${PROJECT}/databases/(default):securityRules`,
    () => JSON.stringify({ rules: { files: [{ content: OPEN_RULES }] } }),
  ],
  ['new indexes', 'PUT', `/emulator/v1/projects/${PROJECT}:indexes`, () => JSON.stringify({ indexes: [] })],
  ['the rules', 'GET', `/emulator/v1/projects/${PROJECT}:securityRules`],
  ['a cleared database', 'DELETE', `/emulator/v1/projects/${PROJECT}/databases/(default)/documents`],
  [
    'a trigger',
    'PUT',
    `/emulator/v1/projects/${PROJECT}/triggers/t`,
    () => JSON.stringify({ eventType: 'google.cloud.firestore.document.v1.written' }),
  ],
  ['the rules coverage', 'GET', `/emulator/v1/projects/${PROJECT}:ruleCoverage`],
  [
    'a WebChannel session',
    'POST',
    '/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1&CVER=22',
    () => channelBody,
  ],
];

beforeEach(async () => {
  await putRules(emulator.host, PROJECT, RULES);
  await fetch(url(SECRET), {
    method: 'PATCH',
    headers: owner,
    body: JSON.stringify({ fields: { text: { stringValue: 'private' } } }),
  });
});

describe('a page of another site', () => {
  it.each(ATTACKS)('neither causes nor reads %s with a cors fetch', async (_name, method, path, body) => {
    const before = await state();
    const init = { method, ...(body !== undefined && { body: body() }) };
    // Without custom headers, a POST is sent without a preflight.
    expect(await fetchFrom(foreign, { url: url(path), init })).toBe('failed');
    expect(await fetchFrom(foreign, { url: url(path), init: { ...init, headers: owner } })).toBe('failed');
    expect(await state()).toEqual(before);
  });

  it.each(ATTACKS.filter(([, method]) => method === 'POST' || method === 'GET'))(
    'neither causes nor reads %s with a no-cors fetch',
    async (_name, method, path, body) => {
      const before = await state();
      const init: BrowserRequest['init'] = {
        method,
        mode: 'no-cors',
        ...(body !== undefined && { body: body() }),
      };
      // The page learns nothing from an opaque response.
      expect(await fetchFrom(foreign, { url: url(path), init })).toEqual({
        type: 'opaque',
        status: 0,
        text: '',
      });
      expect(await state()).toEqual(before);
    },
  );

  it.each(ATTACKS.filter(([, method, , body]) => method === 'POST' && body !== undefined))(
    'does not cause %s with a form',
    async (_name, _method, path, body) => {
      const before = await state();
      const page = await browser.newPage();
      await page.goto(foreign.url());
      const [response] = await Promise.all([
        page.waitForResponse((each) => each.url().startsWith(url('/'))),
        page.evaluate(
          ([action, text]) => {
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', action, enctype: 'text/plain' });
            // A text/plain form sends name=value: the = becomes part of a string of the JSON.
            const [start, end] = [`${text?.slice(0, -1)},"x":"`, '"}'];
            const input = Object.assign(document.createElement('input'), { name: start, value: end });
            form.append(input);
            document.body.append(form);
            form.submit();
          },
          [url(path), body?.() ?? ''] as const,
        ),
      ]);
      expect(response.status()).toBe(403);
      expect(await state()).toEqual(before);
      await page.close();
    },
  );

  it('cannot open the WebSocket of the request monitor, while a page on this machine can', async () => {
    const open = (page: Page): Promise<string> =>
      page.evaluate(
        (address) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(address);
            socket.onmessage = ({ data }) => resolve(String(data));
            socket.onerror = () => resolve('failed');
          }),
        `ws://127.0.0.1:${emulator.websocketPort}/requests`,
      );
    expect(await open(foreign)).toBe('failed');
    expect(JSON.parse(await open(local))).toBeInstanceOf(Array);
  });

  it('cannot load private data as a script or in a frame', async () => {
    const responses: number[] = [];
    foreign.on('response', (response) => responses.push(response.status()));
    const address = url(`${SECRET}?access_token=owner`);
    await foreign.evaluate(
      (source) =>
        Promise.all(
          ['script', 'iframe'].map(
            (tag) =>
              new Promise((resolve) => {
                const element = Object.assign(document.createElement(tag), { src: source });
                element.onload = element.onerror = resolve;
                document.body.append(element);
              }),
          ),
        ),
      address,
    );
    expect(new Set(responses)).toEqual(new Set([403]));
  });

  it('is rejected by its Host header if its name resolves to this machine', async () => {
    const page = await browser.newPage();
    const port = emulator.host.split(':')[1];
    const response = await page.goto(`http://${EVIL_HOST}:${port}${SECRET}?access_token=owner`);
    expect(response?.status()).toBe(403);
    expect(await response?.text()).toContain('--allowed-host evil.test');
    await page.close();
  });
});

it.each(ATTACKS.filter(([name]) => /^(an import|a moved clock|new rules|a commit|the rules$)/.test(name)))(
  'a page on this machine may do what a foreign page may not: %s',
  async (_name, method, path, body) => {
    const init = { method, headers: owner, ...(body !== undefined && { body: body() }) };
    expect(await fetchFrom(local, { url: url(path), init })).toMatchObject({ type: 'cors', status: 200 });
  },
);

it('a page on this machine reads and writes from another port and under another loopback name', async () => {
  const init = { method: 'GET', headers: owner };
  const read = (await fetchFrom(local, { url: url(SECRET), init })) as { status: number; text: string };
  expect(read.status).toBe(200);
  expect(read.text).toContain('private');
  const body = JSON.stringify({ fields: {} });
  expect(
    await fetchFrom(local, { url: url(SECRET), init: { method: 'PATCH', headers: owner, body } }),
  ).toMatchObject({ type: 'cors', status: 200 });
});

it('a page of an origin in --allowed-origin reads and writes', async () => {
  const allowing = await startEmulator({ allowedOrigins: [new URL(foreign.url()).origin], log: () => {} });
  try {
    const body = JSON.stringify({ fields: { text: { stringValue: 'from the page' } } });
    const address = `http://${allowing.host}${SECRET}`;
    expect(
      await fetchFrom(foreign, { url: address, init: { method: 'PATCH', headers: owner, body } }),
    ).toMatchObject({ type: 'cors', status: 200 });
    expect(await fetchFrom(foreign, { url: address, init: { headers: owner } })).toMatchObject({
      text: expect.stringContaining('from the page'),
    });
  } finally {
    await allowing.close();
  }
});
