// What functions cost on this machine: every function of the shop is called twice in turn, with the
// workers, memory and times of that. With --plain, firebase-tools as it is does the same beside it,
// for the shop and for the projects of --project. Linux only.
//
//   npm run bench:functions -- [--plain] [--project FOLDER ...]
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../start/kit-process.ts';
import { type Call, listFunctions } from './functions/call-functions.ts';
import { memoryByRole, type RoleMemory, totalMegabytes } from './functions/process-memory.ts';
import { type StartedEmulator, startPlain, startSavepoint } from './functions/started-emulator.ts';

const GOALS = { workers: 4, stackMegabytes: 1024, firstBySecond: 2 };
const WORKERS = 'functions workers';
const PROJECTS = ['two-codebases', 'reload'].map((name) => join(ROOT, 'tests', 'kit', 'projects', name));

interface Measurement {
  readonly readySeconds: number;
  readonly first: readonly Call[];
  readonly second: readonly Call[];
  readonly memory: ReadonlyMap<string, RoleMemory>;
}

async function measure({ url, pid, readySeconds }: StartedEmulator, project: string): Promise<Measurement> {
  const functions = await listFunctions(url, project);
  const first: Call[] = [];
  const second: Call[] = [];
  for (const { call } of functions) {
    first.push(await call());
    second.push(await call());
  }
  return { readySeconds, first, second, memory: memoryByRole(pid) };
}

const median = (calls: readonly Call[]) =>
  calls.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)[calls.length >> 1] ??
  Number.NaN;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(3)} s`;
const megabytes = (value: number) => `${value.toFixed(0)} MB`;

function report({ first, second, memory }: Measurement): boolean {
  const workers = memory.get(WORKERS);
  console.log(`functions:         ${first.length}, each called twice`);
  console.log(`first call:        ${seconds(median(first))} (median)`);
  console.log(`second call:       ${seconds(median(second))} (median)`);
  console.log(`functions workers: ${workers?.processes ?? 0}, ${megabytes(workers?.megabytes ?? 0)}`);
  const proportional = totalMegabytes(memory, 'proportionalMegabytes');
  console.log(
    `whole stack:       ${megabytes(totalMegabytes(memory))}; ${megabytes(proportional)} with shared pages counted once`,
  );
  for (const [role, { processes, megabytes: size, proportionalMegabytes }] of memory) {
    const sizes = [size, proportionalMegabytes].map((each) => megabytes(each).padStart(8));
    console.log(
      `  ${role.padEnd(28)} ${sizes.join(' ')}  ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    );
  }
  const failed = [...first, ...second].filter(({ status }) => status >= 500);
  if (failed.length > 0) {
    console.log(
      `failed: ${[...new Set(failed.map(({ name, status }) => `${name} (${status})`))].join(', ')}`,
    );
  }
  return (
    (workers?.processes ?? 0) <= GOALS.workers &&
    totalMegabytes(memory) <= GOALS.stackMegabytes &&
    median(first) <= median(second) * GOALS.firstBySecond
  );
}

function row(name: string, tool: string, { readySeconds, first, second, memory }: Measurement): string {
  const workers = memory.get(WORKERS);
  const cells = [
    ...[name, tool, `${readySeconds.toFixed(1)} s`, seconds(median(first)), seconds(median(second))],
    ...[String(workers?.processes ?? 0), megabytes(workers?.megabytes ?? 0)],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Measures a project, and plain firebase-tools beside it; returns the rows of the table. */
async function measureProject(
  folder: string,
  name: string,
  withPlain: boolean,
): Promise<readonly [boolean, string[]]> {
  const project = `demo-${name === 'savepoint' ? 'savepoint' : 'bench'}`;
  const savepoint = await startSavepoint(folder, project);
  try {
    const ours = await measure(savepoint, project);
    console.log(`\n${name}, ready after ${ours.readySeconds.toFixed(1)} s`);
    const isGood = report(ours);
    if (!withPlain) return [isGood, []];
    const plain = await startPlain(folder, project, savepoint.environment);
    try {
      const theirs = await measure(plain, project);
      return [isGood, [row(name, 'savepoint', ours), row(name, 'firebase-tools', theirs)]];
    } finally {
      await plain.stop();
    }
  } finally {
    await savepoint.stop();
  }
}

const { values } = parseArgs({
  options: { plain: { type: 'boolean', default: false }, project: { type: 'string', multiple: true } },
});
const [isGood, rows] = await measureProject(ROOT, 'savepoint', values.plain);
if (!isGood) {
  const { workers, stackMegabytes, firstBySecond } = GOALS;
  console.log(
    `Missed: at most ${workers} workers, ${stackMegabytes} MB, and a first call that takes at most ${firstBySecond} times the second.`,
  );
  process.exitCode = 1;
}
if (values.plain) {
  const temporary = mkdtempSync(join(tmpdir(), 'bench-functions-'));
  for (const source of values.project ?? PROJECTS) {
    const folder = join(temporary, basename(source));
    cpSync(source, folder, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    rows.push(...(await measureProject(folder, basename(source), true))[1]);
  }
  rmSync(temporary, { recursive: true });
  const heads = ['project', 'tool', 'ready', 'first call', 'second call', 'workers', 'memory of workers'];
  console.log(`\n| ${heads.join(' | ')} |\n|${heads.map(() => ' --- ').join('|')}|\n${rows.join('\n')}`);
}
