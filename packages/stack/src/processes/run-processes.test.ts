import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ProcessIdentity,
  type ProcessTable,
  psProcessTable,
  RUN_ID_VARIABLE,
  systemProcessTable,
} from './process-table.ts';
import { findRunProcesses } from './run-processes.ts';
import { readStartedProcesses, startedLine } from './started-processes.ts';
import { terminateGroup, terminateRun } from './terminate-run.ts';

const RUN_ID = `test-${process.pid}`;

/**
 * A process with the run id, and a detached child without it that ignores SIGTERM, like those that
 * firebase-tools starts.
 */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("up")'],
    { env: {}, detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
  console.log(child.pid);
  setInterval(() => {}, 1e6);`;

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts a process that runs until it is killed, at the latest after its test. */
function startProcess(code: string, runId: string): ChildProcess & { readonly pid: number } {
  const child = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, [RUN_ID_VARIABLE]: runId },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  return child as ChildProcess & { pid: number };
}

async function startProcessTree(runId: string): Promise<{ parent: number; child: number }> {
  const parent = startProcess(PARENT, runId);
  let text = '';
  while (!/up/.test(text)) text += String((await once(parent.stdout as NodeJS.ReadableStream, 'data'))[0]);
  return { parent: parent.pid, child: Number.parseInt(text, 10) };
}

function identityOf(pid: number): ProcessIdentity {
  return { pid, startTime: systemProcessTable.startTimeOf(pid) as number };
}

interface FakeProcess {
  readonly pid: number;
  readonly startTime: number;
  readonly parent?: number;
  readonly group?: number;
  readonly environment?: readonly string[];
  /** The error code that each signal to it causes; without one, any signal ends it. */
  readonly errorCode?: string;
}

/** A table of these processes that records the signals sent. */
function fakeTable(processes: readonly FakeProcess[]): ProcessTable & { readonly signals: string[] } {
  const live = new Map(processes.map((each) => [each.pid, each]));
  const signals: string[] = [];
  return {
    signals,
    list: () =>
      [...live.values()].map(({ pid, startTime, parent = 1, group = pid }) => ({
        pid,
        startTime,
        parent,
        group,
      })),
    startTimeOf: (pid) => live.get(pid)?.startTime,
    environmentOf: (pid) => live.get(pid)?.environment,
    signal(pid, signal) {
      const code = live.get(pid)?.errorCode;
      if (code !== undefined) throw Object.assign(new Error(`kill ${code}`), { code });
      signals.push(`${signal} ${pid}`);
      live.delete(pid);
    },
  };
}

const OURS = [`${RUN_ID_VARIABLE}=${RUN_ID}`];

async function terminateFake(table: ProcessTable, roots: readonly ProcessIdentity[]): Promise<string[]> {
  const lines: string[] = [];
  await terminateRun(RUN_ID, roots, { table, report: (line) => lines.push(line) });
  return lines;
}

describe('terminateRun', () => {
  it('ends detached children without the run id that ignore SIGTERM, but no process of another run', async () => {
    const tree = await startProcessTree(RUN_ID);
    const other = startProcess('setInterval(() => {}, 1e6)', `${RUN_ID}-other`);
    const roots = [tree.parent, tree.child].map(identityOf);
    const found = findRunProcesses(systemProcessTable, RUN_ID, roots.slice(0, 1));
    expect(found).toEqual(expect.arrayContaining(roots.map((root) => expect.objectContaining(root))));
    expect(found.map(({ pid }) => pid)).not.toContain(other.pid);
    await terminateRun(RUN_ID, roots.slice(0, 1));
    expect(findRunProcesses(systemProcessTable, RUN_ID, roots)).toEqual([]);
    const others = findRunProcesses(systemProcessTable, `${RUN_ID}-other`, []);
    expect(others.map(({ pid }) => pid)).toContain(other.pid);
  });

  it('does not signal a process with a reused id and another start time, nor its descendants', async () => {
    const table = fakeTable([
      { pid: 10, startTime: 200 },
      { pid: 11, startTime: 201, parent: 10 },
      { pid: 20, startTime: 101, environment: OURS },
    ]);
    expect(await terminateFake(table, [{ pid: 10, startTime: 100 }])).toEqual([]);
    expect(table.signals).toEqual(['SIGTERM 20']);
  });

  it('does not signal a process whose id was reused between the listing and the signal', async () => {
    const table = fakeTable([{ pid: 10, startTime: 100, environment: OURS }]);
    let wasListed = false;
    const reusing: ProcessTable = {
      ...table,
      list: () => {
        const rows = wasListed ? [] : table.list();
        wasListed = true;
        return rows;
      },
      startTimeOf: () => 300,
    };
    await terminateFake(reusing, []);
    expect(table.signals).toEqual([]);
  });

  it('does not treat a process that is older than its parent as a descendant', async () => {
    const table = fakeTable([
      { pid: 10, startTime: 100, environment: OURS },
      { pid: 11, startTime: 50, parent: 10 },
      { pid: 12, startTime: 100, parent: 10 },
    ]);
    await terminateFake(table, []);
    expect(table.signals).toEqual(['SIGTERM 10', 'SIGTERM 12']);
  });

  it('does not signal a started process whose readable environment lacks the run id', async () => {
    const table = fakeTable([
      { pid: 10, startTime: 100, environment: [`${RUN_ID_VARIABLE}=another`] },
      { pid: 20, startTime: 100 },
    ]);
    await terminateFake(table, [
      { pid: 10, startTime: 100 },
      { pid: 20, startTime: 100 },
    ]);
    expect(table.signals).toEqual(['SIGTERM 20']);
  });

  it('ends the other processes when one must not be signaled, and reports that one in one line', async () => {
    const table = fakeTable([
      { pid: 10, startTime: 100, environment: OURS, errorCode: 'EPERM' },
      { pid: 11, startTime: 100, environment: OURS, errorCode: 'EPERM' },
      { pid: 12, startTime: 100, environment: OURS },
    ]);
    expect(await terminateFake(table, [])).toEqual([
      'savepoint: processes of this run could not be ended: 10 (EPERM), 11 (EPERM)',
    ]);
    expect(table.signals).toEqual(['SIGTERM 12']);
  });

  it('ends the other processes without a report when one exited before its signal', async () => {
    const table = fakeTable([
      { pid: 10, startTime: 100, environment: OURS },
      { pid: 12, startTime: 100, environment: OURS },
    ]);
    const gone = new Set<number>();
    const exiting: ProcessTable = {
      ...table,
      list: () => table.list().filter(({ pid }) => !gone.has(pid)),
      signal(pid, signal) {
        if (pid === 12) return table.signal(pid, signal);
        gone.add(pid);
        throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
      },
    };
    expect(await terminateFake(exiting, [])).toEqual([]);
    expect(table.signals).toEqual(['SIGTERM 12']);
  });
});

describe('the supervisor', () => {
  it('ends a started process, but not an unrelated one with the id of an earlier process of the run', async () => {
    const ours = startProcess('setInterval(() => {}, 1e6)', RUN_ID);
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    started.push(bystander);
    const { pid, startTime } = identityOf(bystander.pid as number);
    const folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
    const main = join(import.meta.dirname, 'supervisor-main.ts');
    const supervisor = spawn(process.execPath, [main, RUN_ID, folder], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const exits = Promise.all([once(supervisor, 'exit'), once(ours, 'exit')]);
    supervisor.stdin.write(startedLine(identityOf(ours.pid)));
    supervisor.stdin.end(startedLine({ pid, startTime: startTime - 1 }));
    await exits;
    expect(ours.signalCode).toBe('SIGTERM');
    expect(systemProcessTable.list()).toContainEqual(expect.objectContaining({ pid, startTime }));
    expect(existsSync(folder)).toBe(false);
  });

  it('forgets exited processes', async () => {
    async function* lines() {
      yield* [
        'started 10 100',
        'started 11 100',
        'exited 10',
        'started 12 101',
        'exited 12',
        'started 12 300',
      ];
    }
    expect(await readStartedProcesses(lines())).toEqual([
      { pid: 11, startTime: 100 },
      { pid: 12, startTime: 300 },
    ]);
  });
});

describe.each([
  ['the table of this system', systemProcessTable],
  ['the table of ps', psProcessTable],
])('the process table %s', (_name, table) => {
  it('lists a process with its parent and start time, and no longer after it has exited', async () => {
    const child = startProcess('setInterval(() => {}, 1e6)', RUN_ID);
    const startTime = table.startTimeOf(child.pid);
    expect(startTime).toBeGreaterThan(0);
    expect(table.list()).toContainEqual(
      expect.objectContaining({ pid: child.pid, parent: process.pid, startTime }),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(table.startTimeOf(child.pid)).toBeUndefined();
  });
});

describe('terminateGroup', () => {
  it('ends the processes that an exited one left in its group, with descendants, but none of another run', async () => {
    const table = fakeTable([
      { pid: 11, startTime: 101, group: 10, environment: OURS },
      { pid: 12, startTime: 102, group: 12, parent: 11 },
      { pid: 13, startTime: 103, group: 10, environment: [`${RUN_ID_VARIABLE}=other`] },
      { pid: 14, startTime: 104, group: 14, environment: OURS },
    ]);
    await terminateGroup(RUN_ID, 10, table);
    expect(table.signals).toEqual(['SIGTERM 11', 'SIGTERM 12']);
  });
});
