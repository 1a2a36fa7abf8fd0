import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { findRunProcesses, RUN_ID_VARIABLE } from './run-processes.ts';
import { terminateRun } from './terminate-run.ts';

/** A process with the run id, and a detached child without it that ignores SIGTERM, as firebase-tools starts some. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("up")'],
    { env: {}, detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
  console.log(child.pid);
  setInterval(() => {}, 1e6);`;

async function startProcessTree(runId: string): Promise<{ parent: number; child: number }> {
  const parent = spawn(process.execPath, ['-e', PARENT], {
    env: { ...process.env, [RUN_ID_VARIABLE]: runId },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  while (!/up/.test(text)) text += String((await once(parent.stdout, 'data'))[0]);
  return { parent: parent.pid as number, child: Number.parseInt(text, 10) };
}

describe('terminateRun', () => {
  it('ends detached children without the run id that ignore SIGTERM, and no process of another run', async () => {
    const runId = `test-${process.pid}`;
    const tree = await startProcessTree(runId);
    const other = await startProcessTree(`${runId}-other`);
    const found = findRunProcesses(runId, [tree.parent]);
    expect(found).toEqual(expect.arrayContaining([tree.parent, tree.child]));
    expect(found).not.toContain(other.parent);
    await terminateRun(runId, [tree.parent]);
    expect(findRunProcesses(runId, [tree.parent, tree.child])).toEqual([]);
    expect(findRunProcesses(`${runId}-other`, [])).toContain(other.parent);
    await terminateRun(`${runId}-other`, [other.parent]);
  }, 20_000);
});
