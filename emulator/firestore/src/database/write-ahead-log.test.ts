import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Fields } from '../core/value.ts';
import { OWNER } from './access-control.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';
import type { Mutation } from './mutation.ts';

const DATABASE = 'projects/demo/databases/(default)';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-ahead-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, kind: 'update' | 'delete', n = 0n): Mutation {
  const fields = new Fields();
  if (kind === 'update') fields.n = n;
  return { kind, path, fields, mask: undefined, transforms: [], precondition: undefined };
}

it('a new process recovers every acknowledged commit with its times, and commits after them', async () => {
  const first = new FirestoreEmulator({ dataDir: folder });
  const database = first.database(DATABASE);
  await database.commit([write('c/a', 'update', 1n), write('c/b', 'update', 2n)], OWNER);
  await database.commit([write('c/a', 'delete'), write('c/b', 'update', 3n)], OWNER);
  first.clearDocuments('projects/demo/databases/other');
  const before = [...first.scan(DATABASE)].map(({ name, createTime, updateTime }) => ({
    name,
    createTime,
    updateTime,
  }));
  first.close();

  const second = new FirestoreEmulator({ dataDir: folder });
  const after = [...second.scan(DATABASE)].map(({ name, createTime, updateTime }) => ({
    name,
    createTime,
    updateTime,
  }));
  expect(after).toEqual(before);
  expect(after.map(({ name }) => name)).toEqual([`${DATABASE}/documents/c/b`]);
  const { commitTime } = await second.database(DATABASE).commit([write('c/c', 'update')], OWNER);
  expect(commitTime).toBeGreaterThan(second.database(DATABASE).store.get('c/b')?.updateTime ?? Number.NaN);
  second.close();
});

it('a process that is killed loses no acknowledged commit', async () => {
  const script = `
    import { FirestoreEmulator } from '${new URL('./firestore-emulator.ts', import.meta.url)}';
    import { OWNER } from '${new URL('./access-control.ts', import.meta.url)}';
    import { Fields } from '${new URL('../core/value.ts', import.meta.url)}';
    const database = new FirestoreEmulator({ dataDir: ${JSON.stringify(folder)} }).database('${DATABASE}');
    for (let n = 1n; ; n++) {
      const fields = Object.assign(new Fields(), { n });
      await database.commit([{ kind: 'update', path: 'c/a', fields, mask: undefined, transforms: [], precondition: undefined }], OWNER);
      // Without waiting, the pipe would buffer the lines and the kill would lose them.
      await new Promise((written) => process.stdout.write(n + '\\n', written));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.split('\n').length > 200) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const acknowledged = BigInt(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1) as string);
  const emulator = new FirestoreEmulator({ dataDir: folder });
  expect(emulator.database(DATABASE).store.get('c/a')?.fields.n).toBeGreaterThanOrEqual(acknowledged);
  emulator.close();
}, 60_000);
