// How long a change of a file takes to have an effect in a running stack: from the write of the
// file to the first request that sees the change. Functions, rules, indexes and .env in turns, the
// median of each.
//
//   npm run bench:reload -- [--rounds 10]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { findFreeOffset } from '../support/free-ports.ts';

const PROJECT = 'demo-bench-reload';
const GOAL_MS = 1000;
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds expects a whole number, got ${values.rounds}`);

const temporary = mkdtempSync(join(tmpdir(), 'bench-reload-'));
const folder = join(temporary, 'project');
cpSync(fromRoot('tests/kit/projects/reload'), folder, { recursive: true });
symlinkSync(fromRoot('node_modules'), join(temporary, 'node_modules'));
const file = (name: string) => join(folder, name);
writeFileSync(file('functions/.secret.local'), 'API_KEY=key\n');
const original = (name: string) => readFileSync(file(name), 'utf8');
const [functions, rules, indexes] = [
  original('functions/index.js'),
  original('firestore.rules'),
  original('firestore.indexes.json'),
];
const { offset } = await findFreeOffset();
const documents = `${serverUrl(8080 + offset)}/v1/projects/${PROJECT}/databases/(default)/documents`;

async function show(): Promise<{ text?: string; setting?: string }> {
  const response = await fetch(`${serverUrl(5001 + offset)}/${PROJECT}/us-central1/show`);
  return response.ok ? ((await response.json()) as object) : {};
}

async function isReadable(): Promise<boolean> {
  // A missing document is 404 if it may be read, and 403 if not.
  return (await fetch(`${documents}/notes/missing`)).status === 404;
}

/** True if a query that needs a composite index runs. */
async function hasIndex(): Promise<boolean> {
  const field = (fieldPath: string) => ({ field: { fieldPath } });
  const structuredQuery = {
    from: [{ collectionId: 'notes' }],
    where: { fieldFilter: { ...field('author'), op: 'EQUAL', value: { stringValue: 'ada' } } },
    orderBy: [field('date')],
  };
  const { status } = await fetch(`${documents}:runQuery`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ structuredQuery }),
  });
  return status === 200;
}

const INDEX = {
  collectionGroup: 'notes',
  queryScope: 'COLLECTION',
  fields: ['author', 'date'].map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
};

/** Each changes a file in round `n`, and tells whether that has taken effect. */
const CHANGES = {
  functions: {
    change: (n: number) =>
      writeFileSync(file('functions/index.js'), functions.replace("'first'", `'round ${n}'`)),
    hasEffect: async (n: number) => (await show()).text === `round ${n}`,
  },
  '.env': {
    change: (n: number) => writeFileSync(file('functions/.env'), `GREETING=round-${n}\n`),
    hasEffect: async (n: number) => (await show()).setting === `round-${n}`,
  },
  rules: {
    change: (n: number) =>
      writeFileSync(file('firestore.rules'), n % 2 === 0 ? rules.replace('if false', 'if true') : rules),
    hasEffect: async (n: number) => (await isReadable()) === (n % 2 === 0),
  },
  indexes: {
    change: (n: number) =>
      writeFileSync(
        file('firestore.indexes.json'),
        n % 2 === 0 ? JSON.stringify({ indexes: [INDEX], fieldOverrides: [] }) : indexes,
      ),
    hasEffect: async (n: number) => (await hasIndex()) === (n % 2 === 0),
  },
};

/** Resolves when `start` has printed its summary. */
function ready(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (text: Buffer) => {
      output += text.toString();
      if (/ is ready \(/.test(output)) resolve();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => reject(new Error(`start exited with ${code}:\n${output}`)));
  });
}

const args = ['start', '--project', PROJECT, '--port-offset', String(offset)];
const started = spawn(process.execPath, [fromRoot('packages/savepoint/bin/savepoint.mjs'), ...args], {
  cwd: folder,
});
const ended = once(started, 'exit');
try {
  await ready(started);
  const times = Object.fromEntries(Object.keys(CHANGES).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { change, hasEffect }] of Object.entries(CHANGES)) {
      const startedAt = performance.now();
      change(round);
      while (!(await hasEffect(round)));
      times[name]?.push(performance.now() - startedAt);
    }
  }
  for (const [name, milliseconds] of Object.entries(times)) {
    const sorted = milliseconds.toSorted((left, right) => left - right);
    const [median, longest] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
    console.log(
      `${name.padEnd(10)} ${median.toFixed(0).padStart(5)} ms, at most ${longest.toFixed(0)} ms (${rounds} changes)`,
    );
    if (median > GOAL_MS) process.exitCode = 1;
  }
} finally {
  started.kill('SIGINT');
  await ended;
  rmSync(temporary, { recursive: true });
}
