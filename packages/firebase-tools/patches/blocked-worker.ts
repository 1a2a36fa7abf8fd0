// Detects whether a worker's event loop is blocked, and by which invocation, by pausing it with a
// debugger. That works even in an endless loop, and costs nothing for workers that never block.
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Worker } from './functions-emulator.ts';

/** An event loop that does not respond for this long is blocked. */
const PROBE_MS = 1000;
/** The timeout of each debugger step: it reports a thousand files before it pauses. */
const DEBUGGER_MS = 5000;
const DEBUGGER_URL = /Debugger listening on (ws:\/\/\S+)/;
const FRAME_INVOCATION = "globalThis.process[Symbol.for('savepoint.invocation')]?.()";
const PAUSE = 2;
const ASK = 3;

/** The used parts of a WebSocket from the package ws. */
export interface WebSocket {
  on(event: 'error' | 'open', listener: () => void): void;
  on(event: 'message', listener: (text: Buffer) => void): void;
  send(text: string): void;
  terminate(): void;
}

/** The invocation whose code keeps a worker busy. */
export interface FoundBlocker {
  /** Undefined for code outside requests. */
  readonly id: number | undefined;
  /** `FILE:LINE`. */
  readonly place: string | undefined;
}

interface Location {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly url?: string | undefined;
}

/** A debugger message (https://chromedevtools.github.io/devtools-protocol/v8/Debugger). */
type DebuggerMessage =
  | {
      readonly id: number;
      readonly method?: never;
      readonly result?: { readonly result?: { readonly value?: number } };
    }
  | {
      readonly id?: never;
      readonly method: 'Debugger.scriptParsed';
      readonly params: { readonly scriptId: string; readonly url: string };
    }
  | {
      readonly id?: never;
      readonly method: 'Debugger.paused';
      readonly params: {
        readonly callFrames: readonly { readonly callFrameId: string; readonly location: Location }[];
      };
    };

export function isBlocked({
  runtime,
}: {
  readonly runtime: Pick<Worker['runtime'], 'conn'>;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ ...runtime.conn.httpReqOpts(), agent: false, path: '/__/health' }, (response) => {
      response.resume();
      resolve(false);
    });
    probe.setTimeout(PROBE_MS, () => {
      probe.destroy();
      resolve(true);
    });
    // A worker that has ended is not blocked.
    probe.on('error', () => resolve(false)).end();
  });
}

/**
 * Finds the invocation whose code keeps a worker busy, and the position in that code. Undefined if
 * the process cannot be paused, for example in a system call.
 */
export async function findBlocker(
  worker: Worker,
  WebSocket: new (url: string) => WebSocket,
): Promise<FoundBlocker | undefined> {
  const url = await withDeadline(openDebugger(worker));
  if (url === undefined) return undefined;
  const socket = new WebSocket(url);
  try {
    return await withDeadline(pauseAndAsk(socket));
  } finally {
    socket.terminate();
  }
}

/** The URL of the worker's debugger, which a signal starts. It is printed only once. */
function openDebugger(worker: Worker): Promise<string> {
  worker.debuggerUrl ??= new Promise((resolve) => {
    worker.onLogs(({ text }) => {
      const url = DEBUGGER_URL.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    }, true);
    if (worker.runtime.process.pid !== undefined) debugProcess(worker.runtime.process.pid);
  });
  return worker.debuggerUrl;
}

/** Starts the debugger of a process on any operating system. @types/node does not declare it. */
function debugProcess(pid: number): void {
  const { _debugProcess }: typeof process & { _debugProcess?: (pid: number) => void } = process;
  _debugProcess?.(pid);
}

function pauseAndAsk(socket: WebSocket): Promise<FoundBlocker | undefined> {
  return new Promise((resolve) => {
    let place: string | undefined;
    const urls = new Map<string, string>();
    const send = (id: number, method: string, params?: object): void =>
      socket.send(JSON.stringify({ id, method, params }));
    socket.on('error', () => resolve(undefined));
    socket.on('open', () => {
      send(1, 'Debugger.enable');
      send(PAUSE, 'Debugger.pause');
    });
    socket.on('message', (text) => {
      const message: DebuggerMessage = JSON.parse(text.toString());
      if (message.method === 'Debugger.scriptParsed') urls.set(message.params.scriptId, message.params.url);
      if (message.method === 'Debugger.paused') {
        const { callFrames } = message.params;
        place = placeOf(
          callFrames.map(({ location }) => ({ ...location, url: urls.get(location.scriptId) })),
        );
        send(ASK, 'Debugger.evaluateOnCallFrame', {
          callFrameId: callFrames[0]?.callFrameId,
          expression: FRAME_INVOCATION,
          returnByValue: true,
        });
      }
      if (message.id === ASK) resolve({ id: message.result?.result?.value, place });
    });
  });
}

/** `FILE:LINE` of the innermost frame in the project's own code. */
function placeOf(locations: readonly Location[]): string | undefined {
  const location = locations.find(
    ({ url = '' }) => /^(file:\/\/)?\//.test(url) && !url.includes('/node_modules/'),
  );
  if (location?.url === undefined) return undefined;
  const { url, lineNumber } = location;
  return `${url.startsWith('file:') ? fileURLToPath(url) : url}:${lineNumber + 1}`;
}

/** Resolves with undefined if the promise takes too long. */
function withDeadline<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), DEBUGGER_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
