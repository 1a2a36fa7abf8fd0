// A web page of another origin, or one whose name resolves to 127.0.0.1 (DNS rebinding), can change
// nothing in the stack. The requests that every server rejects are in callers.ts.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawResponse, send } from './http.ts';
import { hubUrl, requireEnv, resetDeliveries, STACK_SERVERS, type StackServer } from './stack-servers.ts';

const FOREIGN_HOSTS = ['evil.example', 'evil.example:80', '127.0.0.1.evil.example'];
const FOREIGN_ORIGINS = ['https://evil.example', 'null', 'http://127.0.0.1.evil.example'];

const CHANGEABLE = STACK_SERVERS.filter(
  (server): server is Required<StackServer> => server.change !== undefined,
);

function expectRejected({ status, headers, body }: RawResponse): void {
  expect(status).toBe(403);
  expect(body).toMatch(/Host header|another origin/);
  expect(headers['access-control-allow-origin']).toBeUndefined();
}

afterEach(resetDeliveries);

describe.each(CHANGEABLE)('a change of the server $name', ({ url, change }) => {
  it.each([...FOREIGN_HOSTS.map((host) => ({ host })), ...FOREIGN_ORIGINS.map((origin) => ({ origin }))])(
    'is rejected and not executed with %j',
    async (headers) => {
      const { request, isDone } = change();
      expectRejected(await send(await url(), { ...request, headers: { ...request.headers, ...headers } }));
      expect(await isDone()).toBe(false);
    },
  );

  it.each([{}, { origin: 'http://127.0.0.1:5173' }, { origin: 'http://localhost:5173' }])(
    'is carried out with %j',
    async (headers) => {
      const { request, isDone } = change();
      const { status } = await send(await url(), { ...request, headers: { ...request.headers, ...headers } });
      expect(status).toBe(200);
      expect(await isDone()).toBe(true);
    },
  );
});

describe('an export of the hub', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'savepoint-export-'));
    writeFileSync(join(folder, 'notes.txt'), 'not an export');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const exportTo = (path: unknown, origin?: string, route = '/_admin/export') =>
    send(hubUrl(), {
      method: 'POST',
      path: route,
      headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      body: JSON.stringify({ path, initiatedBy: 'test' }),
    });

  /** Another export completes, so a pending one would have, too. */
  async function expectFolderAndStackIntact(): Promise<void> {
    const target = join(folder, 'export');
    expect(await exportTo(target)).toMatchObject({ status: 200 });
    expect(existsSync(join(target, 'firebase-export-metadata.json'))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['export', 'notes.txt']);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('not an export');
    for (const { url } of STACK_SERVERS) expect((await send(await url())).status).toBeLessThan(500);
  }

  it('is rejected for a page of any origin, keeps the folder and leaves the stack running', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:5173']) {
      expect((await exportTo(folder, origin)).status, origin).toBe(403);
    }
    await expectFolderAndStackIntact();
  });

  it('is rejected for a page of this machine under any spelling of its path', async () => {
    for (const route of [
      '/_ADMIN/EXPORT',
      '/_admin/export/',
      '/%5fadmin/export',
      '//_admin/export',
      '/_admin/./export',
    ]) {
      const { status } = await exportTo(folder, 'http://localhost:5173', route);
      expect([403, 404], route).toContain(status);
    }
    await expectFolderAndStackIntact();
  });

  it('suggests an alternative for an unwritable path, and deletes nothing', async () => {
    const paths: Record<string, unknown> = {
      'a folder with other files': folder,
      'a file': join(folder, 'notes.txt'),
      'a folder in one that does not exist': join(folder, 'missing', 'export'),
      'a relative path': 'relative-folder',
      nothing: undefined,
      'a number': 7,
    };
    for (const [what, path] of Object.entries(paths)) {
      const { status, body } = await exportTo(path);
      expect([status, JSON.parse(body).error.status], what).toEqual([400, 'INVALID_ARGUMENT']);
      expect(body, what).toContain('Name a folder that does not exist, is empty or holds an earlier export.');
    }
    await expectFolderAndStackIntact();
  });

  it('lists the valid targets, and writes nothing for others', async () => {
    for (const targets of [7, 'auth', [], ['functions'], [null]]) {
      const { status, body } = await send(hubUrl(), {
        method: 'POST',
        path: '/_admin/export',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ path: join(folder, 'export'), targets }),
      });
      expect([status, JSON.parse(body).error.status]).toEqual([400, 'INVALID_ARGUMENT']);
      expect(body).toContain('auth, database, dataconnect, firestore, storage');
    }
    await expectFolderAndStackIntact();
  });

  it('replaces an earlier export', async () => {
    await exportTo(join(folder, 'export'));
    await expectFolderAndStackIntact();
  });
});

describe('the mail inbox', () => {
  const read = (headers: Record<string, string>) => {
    const { origin, pathname } = new URL(requireEnv('SAVEPOINT_MAIL_URL'));
    return send(origin, { path: `${pathname}?format=json`, headers });
  };

  it.each([
    ...FOREIGN_HOSTS.map((host) => ({ host })),
    ...FOREIGN_ORIGINS.map((origin) => ({ origin })),
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  ])('sends no email to %j', async (headers) => {
    expectRejected(await read(headers));
  });

  it('is sent to the developer without permission for pages of other origins to read or embed it', async () => {
    const { status, headers, body } = await read({ origin: 'http://localhost:5173' });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toBeInstanceOf(Array);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toMatch(
      new RegExp(`frame-ancestors ${requireEnv('SAVEPOINT_STUDIO_URL')}$`),
    );
  });
});
