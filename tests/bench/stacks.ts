// Stacks of Firestore and Auth that start at the same moment: how long until all respond, their
// memory, and whether they share a port, a document or an account. Fails when they do.
//
//   npm run bench:stacks -- [--count 8]
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { addAccount, addDocument, countAccounts, documentIds } from '../stacks/stack-data.ts';

const SHARED_PROJECT = 'demo-shared';

const { values } = parseArgs({ options: { count: { type: 'string', default: '8' } } });
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1)
  throw new Error(`--count expects a whole number, got ${values.count}`);

const folder = mkdtempSync(join(tmpdir(), 'bench-stacks-'));
process.env.SAVEPOINT_STATE_FOLDER = join(folder, 'state');
writeFileSync(join(folder, 'firebase.json'), '{}');
const stacks: CreatedStack[] = [];
try {
  const startedAt = performance.now();
  const readyAfter = await Promise.all(
    Array.from({ length: count }, async () => {
      stacks.push(await createStack({ folder }));
      return (performance.now() - startedAt) / 1000;
    }),
  );
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  console.log(`stacks:         ${count}`);
  console.log(`first ready:    ${seconds(Math.min(...readyAfter))}`);
  console.log(`all ready:      ${seconds(Math.max(...readyAfter))}`);
  console.log(`memory:         ${memoryLine()}`);
  const collisions = { ports: sharedPorts(), ...(await sharedData()) };
  console.log(
    `shared:         ${Object.entries(collisions)
      .map(([what, number]) => `${number} ${what}`)
      .join(', ')}`,
  );
  const stoppedAt = performance.now();
  await Promise.all(stacks.splice(0).map((stack) => stack[Symbol.asyncDispose]()));
  console.log(`all stopped in: ${seconds((performance.now() - stoppedAt) / 1000)}`);
  process.exitCode = Object.values(collisions).every((number) => number === 0) ? 0 : 1;
} finally {
  await Promise.all(stacks.map((stack) => stack[Symbol.asyncDispose]()));
  rmSync(folder, { recursive: true });
}

function sharedPorts(): number {
  const ports = stacks.flatMap(({ addresses }) => Object.values(addresses));
  return ports.length - new Set(ports).size;
}

/** Each stack gets its own document and account; any others belong to another stack. */
async function sharedData(): Promise<{ documents: number; accounts: number }> {
  await Promise.all(
    stacks.map(async (stack, index) => {
      await addDocument(stack, SHARED_PROJECT, `of-${index}`);
      await addAccount(stack, `of-${index}@example.com`);
    }),
  );
  const found = await Promise.all(
    stacks.map(async (stack) => [
      (await documentIds(stack, SHARED_PROJECT)).length,
      await countAccounts(stack),
    ]),
  );
  const extra = (column: number) => found.reduce((sum, row) => sum + (row[column] ?? 0) - 1, 0);
  return { documents: extra(0), accounts: extra(1) };
}

/**
 * Proportional set size of all processes that this one has started: shared pages count once. Linux
 * only.
 */
function memoryLine(): string {
  if (process.platform !== 'linux') return 'not measured on this system';
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const parent = readProc(pid, 'stat', /\) \S (\d+)/);
        return parent === undefined ? [] : [[Number(pid), parent] as const];
      }),
  );
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid !== 0 && (pid === process.pid || isOurs(parents.get(pid)));
  const kilobytes = [...parents.keys()]
    .filter((pid) => pid !== process.pid && isOurs(pid))
    .map((pid) => readProc(String(pid), 'smaps_rollup', /^Pss:\s+(\d+) kB/m) ?? 0);
  const megabytes = kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
  return `${megabytes.toFixed(0)} MB in ${kilobytes.length} processes, ${(megabytes / count).toFixed(0)} MB each stack`;
}

function readProc(pid: string, name: string, pattern: RegExp): number | undefined {
  try {
    const match = pattern.exec(readFileSync(`/proc/${pid}/${name}`, 'utf8'))?.[1];
    return match === undefined ? undefined : Number(match);
  } catch {
    return undefined;
  }
}
