// A stack when part of it dies. import-export.test.ts covers the export of a stopped one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import type { Ports } from '../../packages/stack/src/config/ports.ts';
import { descendants } from '../start/kit-process.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const ID = 'demo-safety';
const EXITED_MS = 30_000;
const FILES = {
  'firebase.json': '{ "firestore": {} }',
  'clock.mjs': `import { createServer } from 'node:http';
const [port, secret] = process.argv.slice(2);
createServer((request, response) => response.end(JSON.stringify({ pid: process.pid, secret })))
  .listen(Number(port), '127.0.0.1');
`,
  'savepoint.config.mjs': `export default {
  project: '${ID}',
  services: { clock: { command: 'exec node clock.mjs {port} {secret.NONE} --last', port: 4246 } },
};
`,
};

let folder: string;
let flags: readonly string[];
let ports: Ports;
let stack: StartedProject;

beforeAll(async () => {
  folder = writeProject(FILES);
  const free = await findFreeOffset();
  ports = free.ports;
  flags = ['--port-offset', String(free.offset)];
  stack = await startIn(folder, ['--only', 'firestore', '--export-on-exit', 'data', ...flags]);
});

afterAll(() => stack?.stop());

describe('a stack', () => {
  it('survives the death of a service, says how to start it again, and starts it', async () => {
    const clock = async () =>
      (await (await fetch(serverUrl(4246 + Number(flags[1])))).json()) as { pid: number; secret: string };
    const { pid, secret } = await clock();
    expect(secret).toBe('');
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      () =>
        expect(stack.output()).toMatch(
          /clock exited with code 137; the stack runs on without it\. Start it with: .*server start clock/,
        ),
      EXITED_MS,
    );
    const { code, stderr } = await runKitCommand(['server', 'start', 'clock', ...flags], {
      folder,
      env: environment({}),
    });
    expect(code, stderr).toBe(0);
    expect((await clock()).pid).not.toBe(pid);
  });

  it('ends when its Firestore dies, and reports that and that its data could not be exported', async () => {
    const firestore = descendants(stack.pid).find((pid) => {
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return commandLine.includes('savepoint-firestore') && commandLine.includes(String(ports.firestore));
    });
    process.kill(firestore as number, 'SIGKILL');
    expect(await stack.ended).toBe(1);
    expect(stack.output()).toMatch(/^savepoint: The data could not be exported to data, because firestore/m);
    expect(stack.output()).toMatch(
      /^savepoint: firestore exited with code 137, and the stack ends without it/m,
    );
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
