import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { checkDataFolders, exportTo } from './data-folders.ts';

// Copying folders takes time on a busy disk.
const temporary = mkdtempSync(join(tmpdir(), 'data-folders-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const SERVERS = ['auth', 'firestore', 'storage', 'hub'];
const METADATA = 'firebase-export-metadata.json';
const AUTH = '{\n  "version": "15.0.0",\n  "auth": { "path": "auth_export" }\n}';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(temporary, 'folder-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const anExport = (files: Readonly<Record<string, string>> = {}) =>
  folderWith({ [METADATA]: AUTH, 'auth_export/accounts.json': '{"users":[]}', ...files });

describe('checkDataFolders', () => {
  const check = (imported: string | undefined, exportOnExit?: string, isStrict = false) =>
    checkDataFolders({ import: imported, exportOnExit, isStrict }, SERVERS);

  it('returns no folders without flags', () => {
    expect(check(undefined)).toEqual({ import: undefined, export: undefined });
  });

  it('accepts an export, which --export-on-exit without a folder then replaces', () => {
    const folder = anExport();
    expect(check(folder, '')).toEqual({ import: folder, export: folder });
  });

  it('accepts the export of a production Firestore', () => {
    const folder = folderWith({ 'all.overall_export_metadata': '' });
    expect(check(folder)).toEqual({ import: folder, export: undefined });
  });

  it.each([
    ['that does not exist', () => join(temporary, 'none', 'data')],
    ['that is empty', () => folderWith({})],
    ['that has hidden files only', () => folderWith({ '.gitkeep': '' })],
  ])('imports nothing from a folder %s if the data are exported to it', (_, folderOf) => {
    const folder = folderOf();
    expect(check(folder, '')).toEqual({ import: undefined, export: folder });
  });

  it.each([
    [
      'a folder that does not exist',
      () => join(temporary, 'none'),
      /none, which does not exist\. Name a folder that/,
    ],
    ['a file', () => join(folderWith({ data: '' }), 'data'), /data, which is not a folder/],
    [
      'a folder without metadata',
      () => folderWith({ 'a.txt': '' }),
      /, which has no firebase-export-metadata\.json/,
    ],
    [
      'metadata that are not JSON',
      () => folderWith({ [METADATA]: '{' }),
      /metadata\.json:1 is not valid JSON/,
    ],
    [
      'metadata that name missing data',
      () => folderWith({ [METADATA]: AUTH }),
      /metadata\.json:3: "auth\.path" names auth_export, which does not exist/,
    ],
    [
      'metadata without the file of Firestore',
      () => folderWith({ [METADATA]: '{ "firestore": {} }' }),
      /metadata\.json:1: "firestore\.metadata_file" must be a path/,
    ],
  ])('rejects %s as an import', (_, folderOf, message) => {
    expect(() => check(folderOf(), undefined, true)).toThrow(message);
  });

  it('imports nothing from a folder that does not exist and warns about it', () => {
    const folder = join(temporary, 'none');
    const nothing = { import: undefined, warning: expect.stringContaining('none, which does not exist.') };
    expect(check(folder)).toEqual({ ...nothing, export: undefined });
    const place = folderWith({});
    expect(check(folder, place)).toEqual({ ...nothing, export: place });
  });

  it('rejects an import that does not exist if another export would be replaced', () => {
    expect(() => check(join(temporary, 'none'), anExport())).toThrow(/--import names .*none, which does not/);
  });

  it.each([
    ['a file', () => join(folderWith({ data: '' }), 'data'), /data: it is not a folder/],
    ['a folder below a file', () => join(folderWith({ data: '' }), 'data', 'b'), /data is not a folder/],
    ['a folder with other files', () => folderWith({ 'a.txt': '' }), /it holds files that are not an export/],
    [
      'an export with other files',
      () => anExport({ 'a.txt': '' }),
      /it holds a\.txt, which is not part of an export/,
    ],
    [
      'an export with data of an emulator that does not run',
      () => anExport({ 'database_export/a.json': '{}' }),
      /it holds database_export, which this stack has no emulator for and would delete\. Name another/,
    ],
  ])('rejects %s as the target of the export and changes nothing', (_, folderOf, message) => {
    expect(() => check(undefined, folderOf())).toThrow(message);
  });

  it.skipIf(process.getuid?.() === 0)(
    'rejects a folder without write permission as the target of the export',
    () => {
      const folder = folderWith({});
      chmodSync(folder, 0o555);
      expect(() => check(undefined, folder)).toThrow(/it cannot be written to\. Change its permissions/);
    },
  );

  it('rejects --export-on-exit without a folder and without an import', () => {
    expect(() => check(undefined, '')).toThrow(/--export-on-exit has no folder to write to\. Name one/);
  });
});

describe('an export whose replacement was interrupted', () => {
  const NEW = { [METADATA]: AUTH, 'auth_export/accounts.json': 'new' };
  const inFolder = (name: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));

  it.each([
    [
      'has the earlier data when the new ones were being copied',
      anExport(inFolder('.savepoint-export', { 'auth_export/half': '' })),
      '{"users":[]}',
    ],
    [
      'has the new data when the earlier ones were not deleted yet',
      anExport({ 'firestore_export/old': '', ...inFolder('.savepoint-export.complete', NEW) }),
      'new',
    ],
    [
      'has the new data when they were being moved',
      folderWith({
        'auth_export/accounts.json': 'new',
        ...inFolder('.savepoint-export.moving', { [METADATA]: AUTH }),
      }),
      'new',
    ],
  ])('%s', (_, folder, accounts) => {
    expect(checkDataFolders({ import: folder, exportOnExit: '', isStrict: true }, SERVERS)).toEqual({
      import: folder,
      export: folder,
    });
    expect(readFileSync(join(folder, 'auth_export', 'accounts.json'), 'utf8')).toBe(accounts);
    expect(readdirSync(folder)).not.toContain('firestore_export');
  });

  it('counts as an empty folder if there were no earlier data', () => {
    const folder = folderWith({ '.savepoint-export/half': '' });
    expect(checkDataFolders({ import: folder, exportOnExit: '', isStrict: true }, SERVERS)).toEqual({
      import: undefined,
      export: folder,
    });
  });
});

describe('exportTo', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Starts a hub that writes an export with one account, or responds with an error. */
  async function startHub(error?: string): Promise<number> {
    server = createServer(async (request, response) => {
      const { path } = JSON.parse((await request.toArray()).join('')) as { path: string };
      if (error === undefined) {
        mkdirSync(join(path, 'auth_export'), { recursive: true });
        writeFileSync(join(path, METADATA), AUTH);
        writeFileSync(join(path, 'auth_export', 'accounts.json'), 'new');
      }
      response.writeHead(error === undefined ? 200 : 500).end(error ?? '{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }

  it('replaces an earlier export and the remains of an interrupted one, but keeps hidden files', async () => {
    const earlier = { 'firestore_export/old': '', '.savepoint-export/half': '', '.gitignore': '*' };
    const folder = anExport(earlier);
    await exportTo(folder, { hub: await startHub(), temporary: folderWith({}) });
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'auth_export', METADATA]);
    expect(readFileSync(join(folder, 'auth_export', 'accounts.json'), 'utf8')).toBe('new');
  });

  it('keeps the earlier export when the emulators report an error', async () => {
    const folder = anExport();
    const hub = await startHub('disk full');
    await expect(exportTo(folder, { hub, temporary: folderWith({}) })).rejects.toThrow(
      /were not exported to .*: disk full/,
    );
    expect(readFileSync(join(folder, 'auth_export', 'accounts.json'), 'utf8')).toBe('{"users":[]}');
  });

  it('keeps a complete export that cannot be copied, and reports the reason and its path', async () => {
    const folder = join(folderWith({ data: '' }), 'data');
    const hub = await startHub();
    const error = await exportTo(folder, { hub, temporary: folderWith({}) }).catch((each: Error) => each);
    const message = /were not exported to .*: E.*\. They are in (\S+): pass it to --import/.exec(
      (error as Error).message,
    );
    const place = message?.[1] as string;
    expect(readFileSync(join(place, 'auth_export', 'accounts.json'), 'utf8')).toBe('new');
    expect(checkDataFolders({ import: place, exportOnExit: undefined, isStrict: true }, SERVERS).import).toBe(
      place,
    );
    rmSync(dirname(place), { recursive: true });
  });

  it('reports that the emulators do not respond', async () => {
    const hub = await startHub();
    await new Promise((resolve) => server?.close(resolve));
    await expect(exportTo(folderWith({}), { hub, temporary: folderWith({}) })).rejects.toThrow(
      /were not exported to .*: the emulators do not respond \(.*ECONNREFUSED/,
    );
  });
});
