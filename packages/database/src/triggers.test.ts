import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startDatabaseEmulator } from './server.ts';

const OWNER = { authorization: 'Bearer owner' };

it('says once that a function does not run because it listens to the other name of the default instance', async () => {
  const called: string[] = [];
  const functions = createServer((request, response) => {
    called.push(request.url ?? '');
    response.end();
  });
  await once(functions.listen(0, '127.0.0.1'), 'listening');
  const lines: string[] = [];
  const emulator = await startDatabaseEmulator({
    functionsEmulator: `127.0.0.1:${(functions.address() as AddressInfo).port}`,
    log: (line) => lines.push(line),
  });
  const put = async (path: string, ns: string, body: unknown) => {
    const url = `http://${emulator.host}${path}.json?ns=${ns}`;
    const response = await fetch(url, { method: 'PUT', headers: OWNER, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
  };
  try {
    await put('/.settings/functionTriggers', 'demo-game', [
      {
        name: 'projects/demo-game/functions/us-central1-logMove-0',
        path: '/moves/{move}',
        event: 'providers/google.firebase.database/eventTypes/ref.create',
        topic: 'projects/demo-game/topics/x',
      },
    ]);
    await put('/moves/a', 'demo-game-default-rtdb', 1);
    await put('/moves/b', 'demo-game-default-rtdb', 2);
    await put('/other', 'demo-game-default-rtdb', 3);
    await put('/moves/a', 'demo-other', 1);
    expect(lines).toEqual([
      expect.stringMatching(
        /^WARNING: us-central1-logMove does not run for \/moves\/a: the path is in demo-game-default-rtdb, but the function listens to the database demo-game\..*"instance": "demo-game-default-rtdb"/,
      ),
    ]);
    await put('/moves/a', 'demo-game', 1);
    await expect.poll(() => called).toEqual(['/functions/projects/demo-game/triggers/us-central1-logMove-0']);
    expect(lines.filter((line) => line.includes('us-central1-logMove'))).toHaveLength(1);
  } finally {
    await emulator.close();
    functions.close();
  }
});
