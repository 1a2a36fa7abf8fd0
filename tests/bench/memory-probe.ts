// Owns what a Node process keeps alive: asks its inspector to collect what nobody holds, then for what is left. What the
// process holds of the machine says less: V8 lets a heap grow to several times what lives in it before it tidies up.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Flags for the process, and how to look into it. */
export interface MemoryProbe {
  readonly nodeFlags: readonly string[];
  /** Bytes of the JavaScript heap and of buffers after a full collection. */
  liveBytes(): Promise<number>;
  /** A process waits for who looks into it before it ends. */
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

/** Sends one command of the DevTools protocol; one at a time. */
async function ask(socket: WebSocket, method: string): Promise<Record<string, number>> {
  socket.send(JSON.stringify({ id: 1, method }));
  const [event] = (await once(socket, 'message')) as [MessageEvent<string>];
  return JSON.parse(event.data).result;
}

export async function memoryProbe(): Promise<MemoryProbe> {
  const port = await freePort();
  let socket: WebSocket | undefined;
  return {
    nodeFlags: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'],
    async liveBytes() {
      socket ??= await openInspector(port);
      await ask(socket, 'HeapProfiler.collectGarbage');
      const { usedSize = Number.NaN, backingStorageSize = 0 } = await ask(socket, 'Runtime.getHeapUsage');
      return usedSize + backingStorageSize;
    },
    close: () => socket?.close(),
  };
}
