import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { systemProcessTable } from './process-table.ts';
import { Run } from './run.ts';

afterEach(() => vi.unstubAllEnvs());

it('a run reports a temporary folder that cannot be written to, and the variable that changes it', () => {
  vi.stubEnv('TMPDIR', '/proc');
  expect(() => new Run()).toThrow(/^The temporary folder \/proc cannot be written to: \w+\. Set TMPDIR/);
});

it('a run whose supervisor was killed ends its processes itself and removes its folder', async () => {
  const run = new Run();
  const { pid } = run.start({
    name: 'stubborn',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1e6)'],
    cwd: tmpdir(),
  });
  const lines = spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  const supervisor = lines.find((line) => line.includes('supervisor-main') && line.includes(run.id));
  process.kill(Number.parseInt(supervisor ?? '', 10), 'SIGKILL');
  await run.end();
  expect(systemProcessTable.list().filter((each) => each.pid === pid)).toEqual([]);
  expect(existsSync(run.folder)).toBe(false);
});
