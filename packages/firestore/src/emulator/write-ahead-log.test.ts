import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields } from '../core/value.ts';
import { documentSize } from '../core/value-size.ts';
import { OWNER } from '../database/access-control.ts';
import { CommitLog } from '../database/commit-log.ts';
import type { Mutation } from '../database/mutation.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

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
    import { OWNER } from '${new URL('../database/access-control.ts', import.meta.url)}';
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
});

it('a damaged commit is reported with its position, a copy is kept, and later commits are recovered', async () => {
  const first = new FirestoreEmulator({ dataDir: folder });
  const database = first.database(DATABASE);
  for (const id of ['a', 'b', 'c']) await database.commit([write(`c/${id}`, 'update')], OWNER);
  first.close();
  const file = join(folder, 'firestore-000001.log');
  const bytes = readFileSync(file);
  const at = bytes.indexOf('documents/c/b');
  bytes[at] = 0;
  writeFileSync(file, bytes);

  const lines: string[] = [];
  const second = new FirestoreEmulator({ dataDir: folder, warn: (line) => lines.push(line) });
  expect([...second.scan(DATABASE)].map(({ name }) => name.slice(-1))).toEqual(['a', 'c']);
  expect(lines).toEqual([
    expect.stringMatching(
      /^\S+firestore-000001\.log is damaged, bytes \d+ to \d+\. Lost: record 2\. All other records are recovered\. The damaged file is kept as \S+\.damaged-\S+\.$/,
    ),
  ]);
  second.close();
  expect(readdirSync(folder).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
});

it('the log stays within four times the live documents plus the floor for any writes and deletes', async () => {
  const FLOOR = 20_000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(20), fc.nat(4_000), fc.boolean()), { minLength: 100, maxLength: 300 }),
      async (commits) => {
        const own = mkdtempSync(join(folder, 'run-'));
        const documents = new Map<string, StoredDocument>();
        const warnings: string[] = [];
        const log = new CommitLog(own, {
          replay: () => {},
          snapshots: () => [{ name: DATABASE, documents: documents.values() }],
          warn: (line) => warnings.push(line),
          compactionFloorBytes: FLOOR,
        });
        for (const [index, [id, size, isDelete]] of commits.entries()) {
          const path = `c/d${id}`;
          const before = documents.get(path);
          const fields = Object.assign(new Fields(), { text: 'x'.repeat(size) });
          const after = isDelete
            ? undefined
            : new StoredDocument('c', `d${id}`, fields, index, index, documentSize(path, fields));
          log.append(DATABASE, [{ path, before, after }], index);
          if (after) documents.set(path, after);
          else documents.delete(path);
          log.compactIfDue();
          let live = 0;
          for (const document of documents.values()) live += document.bytes;
          // With names and times, the encoded form of a document is up to three times its storage
          // size.
          const logBytes = readdirSync(own)
            .filter((name) => name.endsWith('.log'))
            .reduce((sum, name) => sum + statSync(join(own, name)).size, 0);
          expect(logBytes).toBeLessThanOrEqual(FLOOR + 4 * (live + documents.size * 300) + 5_000);
        }
        expect(warnings).toEqual([]);
        log.close();
      },
    ),
    { numRuns: 10 * DEEP },
  );
});

it('rewriting 96 documents leaves a log only a few times their size', async () => {
  const emulator = new FirestoreEmulator({ dataDir: folder });
  const text = 'x'.repeat(10_000);
  for (let round = 0; round < 30; round++) {
    const commit = Array.from({ length: 96 }, (_, i) => {
      const mutation = write(`c/d${i}`, 'update', BigInt(round));
      mutation.fields.text = text;
      return mutation;
    });
    await emulator.database(DATABASE).commit(commit, OWNER);
  }
  emulator.close();
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.log'));
  expect(statSync(join(folder, name)).size).toBeLessThan(8 * 1024 * 1024 + 4.2 * 96 * 10_300);
});
