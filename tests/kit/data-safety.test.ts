// What a stack keeps when a part of it dies: the rest of it, its data, and its export.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runIn, startIn, writeProject } from './foreign-project.ts';

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
  allowMissingRules: true,
  services: { clock: { command: 'exec node clock.mjs {port} {secret.NONE} --last', port: 4246 } },
};
`,
};

it('A stack ends when its Firestore dies, and says so and that its data could not be exported', async () => {
  const folder = writeProject({
    'firebase.json': FILES['firebase.json'],
    'savepoint.config.mjs': `export default { project: '${ID}', allowMissingRules: true };`,
  });
  const { offset, ports } = await findFreeOffset();
  const flags = ['--port-offset', String(offset)];
  const stack = await startIn(folder, [...['--only', 'firestore', '--export-on-exit', 'data'], ...flags]);
  const processes = spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  const firestore = processes.find(
    (line) => line.includes('savepoint-firestore') && line.includes(`--port ${ports.firestore} `),
  );
  process.kill(Number.parseInt(firestore ?? '', 10), 'SIGKILL');
  expect(await stack.ended).toBe(1);
  expect(stack.output()).toMatch(/^firebase +firestore exited with code 137; the emulators cannot run/m);
  expect(stack.output()).toMatch(/^savepoint: The data could not be exported to data, because firestore/m);
  expect(stack.output()).toMatch(
    /^savepoint: firestore exited with code 137, and the stack ends without it/m,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it('A stack lives on without a service that dies, starts it again, and exports its data whatever ends it', async () => {
  const folder = writeProject(FILES);
  const { offset, ports } = await findFreeOffset();
  const flags = ['--port-offset', String(offset)];
  const stack = await startIn(folder, ['--only', 'firestore', '--export-on-exit', 'data', ...flags]);
  const clock = async () =>
    (await (await fetch(serverUrl(4246 + offset))).json()) as { pid: number; secret: string };
  try {
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
    expect(runIn(folder, ['server', 'start', 'clock', ...flags])).toMatchObject({ code: 0 });
    expect((await clock()).pid).not.toBe(pid);
    const documents = `${serverUrl(ports.firestore)}/v1/projects/${ID}/databases/(default)/documents`;
    const written = await fetch(`${documents}/notes/kept`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer owner' },
      body: '{"fields":{}}',
    });
    expect(written.status).toBe(200);
  } finally {
    expect(await stack.stop()).toBe(0);
  }
  expect(existsSync(join(folder, 'data', 'firebase-export-metadata.json'))).toBe(true);
  expect(readFileSync(join(folder, 'data', 'firebase-export-metadata.json'), 'utf8')).toContain('firestore');
});
