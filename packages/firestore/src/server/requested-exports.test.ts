import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

let folder: string;
let root: string;
let emulator: RunningEmulator;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'savepoint-exports-')));
  root = join(folder, 'root');
  mkdirSync(join(folder, 'outside', 'work'), { recursive: true });
  writeFileSync(join(folder, 'outside', 'work', 'thesis.txt'), 'years of work');
  mkdirSync(root);
  emulator = await startEmulator({ exportRoot: root, log: () => {} });
});

afterEach(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true });
});

async function post(
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://${emulator.host}/emulator/v1/projects/p:export`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const exportTo = (directory: unknown, name: unknown) =>
  post({ database: 'projects/p/databases/(default)', export_directory: directory, export_name: name });

/** Every path below the temporary folder. */
const allPaths = (): string[] => (readdirSync(folder, { recursive: true }) as string[]).sort();

async function expectRefused(
  directory: unknown,
  name: unknown,
  status: string,
  message: RegExp,
): Promise<void> {
  const before = allPaths();
  const response = await exportTo(directory, name);
  expect(response.status, response.text).toBe(400);
  const { error } = JSON.parse(response.text);
  expect(error.status).toBe(status);
  expect(error.message).toMatch(message);
  expect(allPaths()).toEqual(before);
}

describe('an export', () => {
  it.each(['.', 'a/b', 'firebase-export-1700000000000AbCdEf'])(
    'is written to %s below the export root, and replaces an earlier export there',
    async (directory) => {
      for (let count = 1; count <= 2; count++)
        expect(await exportTo(directory, 'firestore_export')).toMatchObject({ status: 200 });
      expect(readdirSync(join(root, directory))).toEqual(['firestore_export']);
      expect(readdirSync(join(root, directory, 'firestore_export')).sort()).toEqual([
        'all_namespaces',
        'firestore_export.overall_export_metadata',
      ]);
    },
  );

  it('is written to an absolute folder below the export root', async () => {
    expect(await exportTo(join(root, 'a'), 'e')).toMatchObject({ status: 200 });
    expect(readdirSync(join(root, 'a'))).toEqual(['e']);
  });

  it('is rejected for a folder outside the export root, even through a symbolic link', async () => {
    symlinkSync(join(folder, 'outside'), join(root, 'link'));
    for (const directory of [
      '..',
      '../outside',
      join(folder, 'outside'),
      'link',
      'link/work',
      'a/../../outside',
    ]) {
      await expectRefused(directory, 'work', 'FAILED_PRECONDITION', /outside .*--export-root FOLDER/);
    }
  });

  it.each([
    '..',
    '.',
    '../outside',
    '../../outside/work',
    'a/b',
    'a\\b',
    '.hidden',
    'a..b',
    'a\0',
    'a\nb',
    'e.',
    'x'.repeat(201),
    'é'.repeat(101),
  ])('is rejected with the name %j', async (name) => {
    await expectRefused('.', name, 'INVALID_ARGUMENT', /expected one folder name/);
  });

  it.each([
    [{}, 'no "export_directory"'],
    [{ export_directory: 'a' }, 'no "export_name"'],
    [{ export_directory: 7, export_name: 'e' }, 'no "export_directory"'],
    [{ export_directory: 'a', export_name: ['..'] }, 'no "export_name"'],
    [{ export_directory: 'a\0b', export_name: 'e' }, 'NUL'],
    [{ export_directory: 'a', export_name: 'e', database: 7 }, 'no "database"'],
    [{ export_directory: 'a', export_name: 'e', database: '../x' }, 'Invalid database name'],
    [
      { export_directory: 'a', export_name: 'e', database: 'projects/q/databases/d' },
      'not one of the project p',
    ],
  ])('is rejected with the body %j', async (body, message) => {
    const before = allPaths();
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text).error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
    expect(allPaths()).toEqual(before);
  });

  it('is rejected if the target is anything but an earlier export, and the error says what it is', async () => {
    const target = join(root, 'e');
    const put = (path: string) => {
      mkdirSync(join(target, path, '..'), { recursive: true });
      writeFileSync(join(target, path), 'mine');
    };
    writeFileSync(target, 'a file');
    await expectRefused('.', 'e', 'FAILED_PRECONDITION', /is not a folder/);
    rmSync(target);
    symlinkSync(join(folder, 'outside', 'work'), target);
    await expectRefused('.', 'e', 'FAILED_PRECONDITION', /is not a folder/);
    rmSync(target);
    mkdirSync(target);
    await expectRefused('.', 'e', 'FAILED_PRECONDITION', /has no e\.overall_export_metadata/);
    for (const path of [
      'thesis.txt',
      'all_namespaces/thesis.txt',
      'all_namespaces/all_kinds/thesis.txt',
      'other.overall_export_metadata',
      '.git/config',
    ]) {
      put(path);
      put('e.overall_export_metadata');
      await expectRefused('.', 'e', 'FAILED_PRECONDITION', /contains ".*Choose another export_name/);
      expect(readFileSync(join(target, path), 'utf8')).toBe('mine');
      rmSync(target, { recursive: true });
    }
  });

  it('is rejected if something was added to the earlier export', async () => {
    expect(await exportTo('.', 'e')).toMatchObject({ status: 200 });
    writeFileSync(join(root, 'e', 'all_namespaces', 'all_kinds', 'notes.txt'), 'mine');
    await expectRefused('.', 'e', 'FAILED_PRECONDITION', /contains "all_namespaces\/all_kinds\/notes\.txt"/);
  });

  it("is rejected with the system's reason if a file is in the way", async () => {
    writeFileSync(join(root, 'file'), '');
    await expectRefused(
      'file',
      'e',
      'FAILED_PRECONDITION',
      /cannot be written to "file".*ENOTDIR|not a folder/,
    );
    await expectRefused('file/below', 'e', 'FAILED_PRECONDITION', /ENOTDIR/);
  });

  it('is complete when ten exports write to one target at once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => exportTo('.', 'e')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(readdirSync(root)).toEqual(['e']);
  });

  it('is refused and changes nothing when a page of another site requests it', async () => {
    const before = allPaths();
    const body = { export_directory: join(folder, 'outside'), export_name: 'work' };
    const headers = { origin: 'https://evil.test', 'content-type': 'text/plain;charset=UTF-8' };
    expect(await post(body, headers)).toMatchObject({ status: 403 });
    expect(await post(body)).toMatchObject({ status: 400 });
    expect(allPaths()).toEqual(before);
  });
});

it('an emulator does not start if its export root is not a folder', async () => {
  writeFileSync(join(folder, 'file'), '');
  for (const exportRoot of [join(folder, 'file'), join(folder, 'nowhere')]) {
    await expect(startEmulator({ exportRoot, log: () => {} })).rejects.toThrow(
      `--export-root ${exportRoot}: expected a folder;`,
    );
  }
});

it('the event type of a trigger must be known, even if objects inherit a property with its name', async () => {
  for (const eventType of [
    'google.cloud.firestore.document.v1.constructor',
    'google.cloud.firestore.document.v1.toString',
  ]) {
    const url = `http://${emulator.host}/emulator/v1/projects/p/triggers/t`;
    const response = await fetch(url, { method: 'PUT', body: JSON.stringify({ eventType }) });
    expect(response.status).toBe(400);
  }
});
