import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock, frozenTime } from '@savepoint/server/core/clock';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Node } from '../core/node.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';
import { ChangeLog } from './change-log.ts';
import { ADMIN } from './login.ts';
import { Namespaces } from './namespaces.ts';
import { OPEN_RULES } from './open-rules.ts';
import { applyUpdates, mergeUpdates, putUpdate } from './update.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);
/** In memory where the system has such a folder, because many logs are synced to the disk. */
const TEMPORARY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(TEMPORARY, 'change-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(inFolder: string, warnings: string[] = []): Namespaces {
  const namespaces = new Namespaces({
    clock: new Clock(frozenTime(1_700_000_000_000)),
    initialRules: () => compileRuleset(OPEN_RULES).ruleset as Ruleset,
  });
  namespaces.open({ folder: inFolder, warn: (line) => warnings.push(line) });
  return namespaces;
}

/** All data, with priorities. */
function stateOf(namespaces: Namespaces): string {
  const databases = Array.from(namespaces, ({ name, root }) => [name, writeJson(root, EXPORT)] as const);
  return JSON.stringify(databases.filter(([, json]) => json !== 'null').sort());
}

function logFile(inFolder: string): string {
  const [name] = readdirSync(inFolder).filter((each) => /^database-\d+\.log$/.test(each));
  return join(inFolder, name as string);
}

const KEY = fc.constantFrom('a', 'b', '0', '12', '__proto__', 'ключ', '\\"');
const LEAF = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    -1.5,
    '\ud800',
    { '.sv': 'timestamp' },
    { '.sv': { increment: 2 } },
  ),
  fc.record({ '.value': fc.string(), '.priority': fc.oneof(fc.integer(), fc.string()) }),
);
const { tree: DATA } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    LEAF,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc
      .tuple(fc.array(fc.tuple(KEY, tie('tree')), { maxLength: 3 }), fc.option(fc.integer()))
      .map(([entries, priority]) =>
        Object.fromEntries([...entries, ...(priority === null ? [] : [['.priority', priority] as const])]),
      ),
  ),
}));
const PATH = fc.array(KEY, { maxLength: 3 }).map((keys) => keys.join('/'));
const DATABASE = fc.constantFrom('one', 'two');
const OPERATION = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), database: DATABASE, path: PATH, data: DATA }),
  fc.record({
    kind: fc.constant('merge' as const),
    database: DATABASE,
    path: PATH,
    data: fc.tuple(DATA, DATA).map(([a, b]) => ({ a, 'b/c': b })),
  }),
  fc.record({
    kind: fc.constant('priority' as const),
    database: DATABASE,
    path: PATH,
    data: fc.option(fc.integer()),
  }),
  fc.record({ kind: fc.constant('reset' as const) }),
);
type Operation = typeof OPERATION extends fc.Arbitrary<infer Value> ? Value : never;

function run(namespaces: Namespaces, operation: Operation): void {
  if (operation.kind === 'reset') {
    namespaces.replaceRoots(namespaces.names.map((name) => [name, Node.EMPTY]));
    return;
  }
  const { kind, database, path, data } = operation;
  const updates =
    kind === 'merge'
      ? mergeUpdates(path, data)
      : [putUpdate(kind === 'priority' ? `${path}/.priority` : path, data)];
  namespaces.get(database).write(updates, ADMIN);
}

it('a log that is cut at any byte restores the state after the last write that is whole', () => {
  fc.assert(
    fc.property(
      fc.array(OPERATION, { minLength: 1, maxLength: 12 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      (operations, cuts) => {
        const own = mkdtempSync(join(folder, 'run-'));
        const namespaces = open(own);
        const states = [{ bytes: 0, state: '[]' }];
        for (const operation of operations) {
          run(namespaces, operation);
          states.push({ bytes: statSync(logFile(own)).size, state: stateOf(namespaces) });
        }
        namespaces.close();
        const complete = readFileSync(logFile(own));
        for (const cut of [...cuts, 1]) {
          const length = Math.round(cut * complete.length);
          writeFileSync(logFile(own), complete.subarray(0, length));
          const warnings: string[] = [];
          const restored = open(own, warnings);
          expect(stateOf(restored)).toBe(states.findLast(({ bytes }) => bytes <= length)?.state);
          expect(warnings).toHaveLength(length < complete.length ? 1 : 0);
          restored.close();
        }
      },
    ),
    { numRuns: 60 * DEEP },
  );
});

it('a checkpoint restores all databases, large nodes with priorities and changes after it, in a log of a few times their size', () => {
  const roots = new Map<string, Node>();
  const warnings: string[] = [];
  const start = () =>
    new ChangeLog({
      folder,
      replay: (database, update) =>
        roots.set(database, applyUpdates(roots.get(database) ?? Node.EMPTY, [update], 0)),
      roots: () => roots,
      warn: (line) => warnings.push(line),
      compactionFloorBytes: 100_000,
    });
  const log = start();
  const text = 'x'.repeat(700_000);
  const write = (database: string, path: string[], after: Node): void => {
    const root = roots.get(database) ?? Node.EMPTY;
    log.append([{ database, changes: [{ path, before: root.at(path), after }] }]);
    roots.set(database, root.withNode(path, after));
    log.compactIfDue();
  };
  write('one', ['large', 'a'], Node.leaf(text));
  write('one', ['large', 'b'], Node.leaf(text));
  write('one', ['large'], roots.get('one')?.at(['large']).withPriority(7) as Node);
  write('two', ['deep', 'er'], Node.leaf('small'));
  for (let round = 0; round < 12; round++) write('one', ['large', 'a'], Node.leaf(`${text}${round}`));
  expect(statSync(logFile(folder)).size).toBeLessThan(4.2 * 2 * 700_000 + 100_000);
  expect(logFile(folder)).not.toContain('database-000001.log');
  write('two', ['after'], Node.leaf('it'));
  log.close();
  const before = new Map(roots);
  roots.clear();
  start().close();
  expect(warnings).toEqual([]);
  expect([...roots.keys()].sort()).toEqual(['one', 'two']);
  for (const [name, root] of before) expect(root.equals(roots.get(name) as Node)).toBe(true);
});
