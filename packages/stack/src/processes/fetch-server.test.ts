import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { UserError } from '../user-error.ts';
import { fetchServer } from './fetch-server.ts';

it('an error names the server that does not listen or closes the connection, and says what to do', async () => {
  const server = createServer((request) => request.socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const remedy = 'See the output of the stack; if the server has ended, start the stack again.';
  await expect(fetchServer('Firestore', `http://${host}/v1`)).rejects.toEqual(
    new UserError(`Firestore does not respond at ${host} (UND_ERR_SOCKET)`, remedy),
  );
  await new Promise((closed) => server.close(closed));
  await expect(fetchServer('Firestore', `http://${host}/v1`)).rejects.toEqual(
    new UserError(`Firestore does not respond at ${host} (ECONNREFUSED)`, remedy),
  );
});
