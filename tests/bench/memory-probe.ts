// Measures live memory through the inspector: a forced garbage collection, then the heap usage. The
// resident set size is less telling, because V8 lets the heap grow to a multiple of the live
// objects before it collects.

import { once } from 'node:events';
import { createServer } from 'node:net';

interface MemoryProbe {
  /** The flags to start the measured Node process with. */
  readonly nodeFlags: readonly string[];
  /** The bytes of live JavaScript objects and buffers, after a full garbage collection. */
  liveBytes(): Promise<number>;
  /** Disconnects the inspector; while it is connected, the measured process does not exit. */
  close(): void;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function openInspector(port: number): Promise<WebSocket> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(
    (targets as { webSocketDebuggerUrl: string }[])[0]?.webSocketDebuggerUrl ?? '',
  );
  await once(socket, 'open');
  return socket;
}

/**
 * Sends a command of the Chrome DevTools Protocol and returns its result. Commands must not
 * overlap.
 */
async function sendCommand(socket: WebSocket, method: string): Promise<Record<string, number>> {
  socket.send(JSON.stringify({ id: 1, method }));
  const [event] = (await once(socket, 'message')) as [MessageEvent<string>];
  return JSON.parse(event.data).result;
}

/** Creates a memory probe for one Node process, which must be started with its `nodeFlags`. */
export async function createMemoryProbe(): Promise<MemoryProbe> {
  const port = await freePort();
  let socket: WebSocket | undefined;
  return {
    nodeFlags: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'],
    async liveBytes() {
      socket ??= await openInspector(port);
      await sendCommand(socket, 'HeapProfiler.collectGarbage');
      const { usedSize = Number.NaN, backingStorageSize = 0 } = await sendCommand(
        socket,
        'Runtime.getHeapUsage',
      );
      return usedSize + backingStorageSize;
    },
    close: () => socket?.close(),
  };
}
