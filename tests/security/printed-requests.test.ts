// The terminal output of standalone emulators. Any site can link to them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startEmulatorProcess } from '../support/emulator-process.ts';

const PATH = '/%1b%5d52;c;cGFpZA==%07%0astripe%20%20POST%20/paid%20200%0d%7f%c2%9b2J%e2%80%a8';
const ESCAPED = '\\u001b]52;c;cGFpZA==\\u0007\\u000astripe  POST /paid 200';

it.each(['stripe', 'shopify'])(
  'The emulator of %s escapes what a path would do to a terminal',
  async (name) => {
    const emulator = startEmulatorProcess(`${name}/bin/savepoint-${name}.mjs`, ['--port', '0']);
    await fetch((await emulator.ready()) + PATH);
    emulator.child.kill();
    const { stdout, stderr } = await emulator.ended();
    expect(stdout).toContain(ESCAPED);
    expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u);
  },
);

it('Pub/Sub escapes terminal sequences in a path, a Host and a name', async () => {
  const emulator = startEmulatorProcess('pubsub/bin/savepoint-pubsub.mjs', ['--port', '0']);
  const url = new URL(await emulator.ready());
  const topic = 'x%1b%5d52;c;%07%0apubsub%20%20fake%c2%9b';
  await fetch(`${url.origin}/v1/projects/p/topics/${topic}`, { method: 'PUT', body: '{}' });
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.write(
    Buffer.from('GET / HTTP/1.1\r\nHost: \u009b2J.example\r\nConnection: close\r\n\r\n', 'latin1'),
  );
  await text(socket);
  emulator.child.kill();
  const { stdout, stderr } = await emulator.ended();
  expect(stdout).toMatch(/^pubsub {2}Rejected GET/m);
  expect(stdout).not.toMatch(/^pubsub {2}fake/m);
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u);
});
