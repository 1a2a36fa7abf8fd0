// Determines why a worker's process has ended, and which function ended it.
import type { ServerResponse } from 'node:http';
import { isAbsolute, relative } from 'node:path';
import { type ExitReport, isExitReport, WORKER_EXIT } from '../functions-worker/protocol.ts';
import type { Death, Definition, RunningInvocation, Worker } from './functions-emulator.ts';

/**
 * The last lines of a process arrive after its exit, or never if a process that it has started
 * keeps its output open.
 */
const LAST_LINES_MS = 500;
const OUT_OF_MEMORY = /JavaScript heap out of memory/;
/** Signals of a crash; others come from outside. */
const CRASHES = new Set<string | null>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/** The death of the worker that should have responded. */
export interface DeathUnderRequest extends Death {
  /** The called function. */
  readonly definition: Pick<Definition, 'id'> & Partial<Definition>;
  /** True if the request itself ended the worker. */
  readonly isCulprit: boolean;
}

/** Deaths of workers, by the responses that waited for them. */
export const deathOf = new WeakMap<ServerResponse, DeathUnderRequest>();

/** Resolves after the exit of the worker. */
export function awaitDeath(worker: Worker): Promise<Death> {
  const { process: child } = worker.runtime;
  let report: ExitReport | undefined;
  let isOutOfMemory = false;
  worker.onLogs(({ type, data, text }) => {
    if (type === WORKER_EXIT && isExitReport(data)) report = data;
    if (OUT_OF_MEMORY.test(text)) isOutOfMemory = true;
  }, true);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const inFlight = [...worker.invocations.values()];
      const finish = (): void => {
        clearTimeout(timer);
        resolve(describe(worker, { report, isOutOfMemory, code, signal, inFlight }));
      };
      const timer = setTimeout(finish, LAST_LINES_MS);
      child.once('close', finish);
    });
  });
}

interface Exit {
  readonly report: ExitReport | undefined;
  readonly isOutOfMemory: boolean;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly inFlight: readonly RunningInvocation[];
}

function describe(worker: Worker, { report, isOutOfMemory, code, signal, inFlight }: Exit): Death {
  const { blocker } = worker;
  const place = (file: string | undefined): string =>
    file === undefined ? '' : ` (${displayPlace(worker, file)})`;
  if (blocker !== undefined) {
    const reason = `${blocker.name} blocked the event loop for longer than its timeout of ${blocker.timeoutSeconds} s`;
    return { culprit: blocker.id, reason: `${reason}${place(blocker.place)}` };
  }
  const names = [...new Set(inFlight.map(({ name }) => name))].join(', ');
  const during = names === '' ? '' : ` while it ran ${names}`;
  if (report !== undefined) {
    const { id, name = 'code outside any request', kind, message, code: exitCode } = report;
    const action =
      kind === 'threw'
        ? `threw an error outside of its promise: ${message}`
        : `called process.exit(${exitCode})`;
    return { culprit: id, reason: `${name} ${action}${place(report.place)}` };
  }
  const crashed = isOutOfMemory || CRASHES.has(signal) || (signal === null && code !== 0);
  const culprit = crashed && inFlight.length === 1 ? inFlight[0]?.id : undefined;
  if (isOutOfMemory) return { culprit, reason: `it ran out of memory${during}` };
  return { culprit, reason: `it ended with ${signal ?? `code ${code}`}${during}` };
}

function displayPlace({ runtime: { cwd } }: Worker, place: string): string {
  const path = relative(cwd, place);
  return path.startsWith('..') || isAbsolute(path) ? place : path;
}
