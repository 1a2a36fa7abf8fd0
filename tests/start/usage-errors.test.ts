// Asks of the command line: is every mistake answered with one clear line, a way out, an exit code, and nothing left running?
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { runKit } from './kit-process.ts';

test.each([
  [['start', '--prot-offset', '5'], /Unknown option '--prot-offset'.*Usage: npm start/],
  [['start', '--port-offset', 'ten'], /--port-offset ten is not a whole number/],
  [['start', '--port-offset', '70000'], /moves a port out of 1024 to 65535/],
  [['strat'], /"strat" is not a command.*Known are: start, test/],
  [['test', 'nosuch'], /There is no suite "nosuch".*There are: check, unit/],
  [['snapshot', 'save', '--port-offset', '41'], /Say what to do with which snapshot/],
  [['snapshot', 'load', 'x', '--port-offset', '41'], /No stack is running at port offset 41.*npm start/],
  [['reset', '--port-offset', '41'], /No stack is running at port offset 41/],
  [['admin', 'grant'], /Usage: npm run admin/],
  [
    ['admin', 'grant', 'a@example.com', '--project', 'real-shop'],
    /real-shop is a real project.*GOOGLE_APPLICATION_CREDENTIALS/,
  ],
  [['deploy'], /A deployment needs a project.*--project ID/],
  [['deploy', '--project', 'demo-savepoint'], /demo project.*real project/],
])('%j', (args, message) => {
  const { code, output } = runKit(args, { GOOGLE_APPLICATION_CREDENTIALS: undefined });
  expect(output).toMatch(message);
  expect(
    output
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('savepoint:')),
  ).toHaveLength(1);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
});

/** Takes the auth server's port at some offset, below the ports that the system gives to connections of others. */
async function takeAuthPort(offset = 11_000): Promise<{ server: Server; offset: number }> {
  const server = createServer().listen(9099 + offset, '127.0.0.1');
  try {
    await once(server, 'listening');
    return { server, offset };
  } catch {
    return takeAuthPort(offset + 300);
  }
}

test('a taken port is named with its server and its holder', async () => {
  const { server, offset } = await takeAuthPort();
  const port = 9099 + offset;
  const { code, output } = runKit(['start', '--port-offset', String(offset)]);
  server.close();
  expect(output).toMatch(
    new RegExp(`Port ${port} \\(auth\\) is held by process ${process.pid} \\(.*--port-offset`),
  );
  expect(code).toBe(1);
});

test('a browser that is not there is said at once', () => {
  const { code, output } = runKit(['test', 'e2e'], { SAVEPOINT_CHROMIUM: '/nowhere/chromium' });
  expect(output).toMatch(/SAVEPOINT_CHROMIUM names \/nowhere\/chromium, which is not there/);
  expect(code).toBe(1);
});
