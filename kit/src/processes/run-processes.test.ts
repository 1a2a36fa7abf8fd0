import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { findRunProcesses, RUN_ID_VARIABLE } from './run-processes.ts';
import { terminateRun } from './terminate-run.ts';

/** A marked process with a child in a session and an environment of its own, as firebase-tools starts some. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("up")'],
    { env: {}, detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
  console.log(child.pid);
  setInterval(() => {}, 1e6);`;

async function startFamily(runId: string): Promise<{ parent: number; child: number }> {
  const parent = spawn(process.execPath, ['-e', PARENT], {
    env: { ...process.env, [RUN_ID_VARIABLE]: runId },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  while (!/up/.test(text)) text += String((await once(parent.stdout, 'data'))[0]);
  return { parent: parent.pid as number, child: Number.parseInt(text, 10) };
}

test('a run ends with its unmarked, detached and stubborn children, and nothing else', async () => {
  const runId = `test-${process.pid}`;
  const family = await startFamily(runId);
  const stranger = await startFamily(`${runId}-other`);
  const found = findRunProcesses(runId, [family.parent]);
  expect(found).toEqual(expect.arrayContaining([family.parent, family.child]));
  expect(found).not.toContain(stranger.parent);
  await terminateRun(runId, [family.parent]);
  expect(findRunProcesses(runId, [family.parent, family.child])).toEqual([]);
  expect(findRunProcesses(`${runId}-other`, [])).toContain(stranger.parent);
  await terminateRun(`${runId}-other`, [stranger.parent]);
}, 20_000);
