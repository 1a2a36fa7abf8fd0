// A worker serves requests of several functions at once. firebase-tools ends a worker when one
// request fails, times out or is aborted, polls a worker that exits during startup until a timeout,
// and may use one that no longer exists. Here each request has its function's timeout and its own
// outcome:
//
//   the function responds   its response
//   the function times out  504; the worker continues, as in production, unless the function
//                           blocks its event loop
//   the client goes away    the function sees that its response is closed, as in production, and
//                           continues; it does not run if the client went away while the worker
//                           was starting
//   the worker ends         handled by worker-starts.ts, with the reason
import { type OutgoingHttpHeaders, request as requestOverHttp } from 'node:http';
import { ENVIRONMENT_READ, encodeInvocation, INVOCATION_HEADER } from '../functions-worker/protocol.ts';
import { hasSource, patchModule } from '../patch.ts';
import { findBlocker, isBlocked, type WebSocket } from './blocked-worker.ts';
import { respondWithError } from './error-response.ts';
import type {
  Definition,
  RunningInvocation,
  Worker,
  WorkerModule,
  WorkerStates,
} from './functions-emulator.ts';
import { awaitDeath, deathOf } from './worker-deaths.ts';

/** A closed connection means the end of the worker if the worker ends within this time. */
const EXIT_MS = 1000;
const INSPECTS = process.env.SAVEPOINT_INSPECT_FUNCTIONS !== undefined;

export const workerRequests = patchModule<WorkerModule>('lib/emulator/functionsRuntimeWorker.js', {
  expected: {
    'worker states BUSY, IDLE, FINISHING and FINISHED': ({
      RuntimeWorkerState: { BUSY, IDLE, FINISHING, FINISHED },
    }) => [BUSY, IDLE, FINISHING, FINISHED].every((state) => typeof state === 'string'),
    'an accessor RuntimeWorker.state that keeps _state': ({ RuntimeWorker: { prototype } }) => {
      const { get, set } = stateOf(prototype);
      return hasSource(get, /return this\._state;/) && hasSource(set, /this\._state = state;/);
    },
    'RuntimeWorker.isSocketReady(), which waitForSocketReady() repeats after ECONNREFUSED and ENOENT only': ({
      RuntimeWorker: { prototype },
    }) =>
      prototype.isSocketReady.length === 0 &&
      hasSource(
        prototype.waitForSocketReady,
        /this\.isSocketReady\(\)/,
        /\["ECONNREFUSED", "ENOENT"\]\.includes\(code\)/,
      ),
    'RuntimeWorker.onLogs(listener, forever)': ({ RuntimeWorker }) =>
      hasSource(RuntimeWorker.prototype.onLogs, /this\.runtime\.events\.on\("log", listener\)/),
    'RuntimeWorker.request(req, resp, body, debug) that sends to this.runtime.conn.httpReqOpts()': ({
      RuntimeWorker: { prototype },
    }) =>
      prototype.request.length === 4 &&
      hasSource(prototype.request, /\.\.\.this\.runtime\.conn\.httpReqOpts\(\)/),
    'RuntimeWorkerPool.submitRequest(triggerId, req, resp, body, debug, runtime) that calls worker.request':
      ({ RuntimeWorkerPool: { prototype } }) =>
        prototype.submitRequest.length === 6 &&
        hasSource(prototype.submitRequest, /return worker\.request\(req, resp, body, /),
    'RuntimeWorkerPool.addWorker(trigger, runtime, extensionLogInfo, runtimeType)': ({
      RuntimeWorkerPool: { prototype },
    }) => prototype.addWorker.length === 4 && hasSource(prototype.addWorker, /return worker;/),
  },
  apply({ RuntimeWorker: { prototype }, RuntimeWorkerPool: { prototype: pool }, RuntimeWorkerState }, load) {
    keepEnds(prototype, RuntimeWorkerState);
    addStarts(prototype, RuntimeWorkerState.FINISHED);
    addEnds(prototype, RuntimeWorkerState);
    addRequests(prototype, RuntimeWorkerState);
    prototype.endIfBlocked = function endIfBlockedBy(invocation) {
      // Checks run one at a time, because each pauses the worker.
      this.lastCheck = (this.lastCheck ?? Promise.resolve())
        .then(() => endIfBlocked(this, invocation, () => load<new (url: string) => WebSocket>('ws')))
        .catch((error: unknown) => this.logDebug(error));
    };
    const { addWorker, submitRequest } = pool;
    pool.addWorker = function addFollowedWorker(...args) {
      const worker = addWorker.apply(this, args);
      Object.assign(worker, {
        invocations: new Map(),
        left: new Set(),
        overdue: new Map(),
        invocationCount: 0,
      });
      worker.death = awaitDeath(worker);
      worker.onLogs(({ type, text: variable, data }) => {
        if (type === ENVIRONMENT_READ) worker.environmentRead ??= { variable, place: String(data?.place) };
      }, true);
      return worker;
    };
    pool.submitRequest = function submitForFunction(triggerId, request, ...others) {
      const definition = this.definitions?.get(triggerId);
      return submitRequest.call(this, triggerId, { ...request, triggerId, definition }, ...others);
    };
  },
});

function stateOf(prototype: Worker): { get(): string; set(state: string): void } {
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'state') ?? {};
  if (get === undefined || set === undefined) throw new Error('RuntimeWorker.state is no accessor');
  return { get, set };
}

/**
 * A response that arrives after the exit, or after the last request, would make a worker look idle.
 * Its last lines may also arrive after the exit, and are still printed.
 */
function keepEnds(prototype: Worker, { FINISHING, FINISHED }: WorkerStates): void {
  const { get, set } = stateOf(prototype);
  Object.defineProperty(prototype, 'state', {
    get,
    set(this: Worker, state: string) {
      if (this._state === FINISHED || (this._state === FINISHING && state !== FINISHED)) return;
      if (state !== FINISHED) return set.call(this, state);
      this._state = state;
      this.stateEvents.emit(state);
    },
  });
}

/** Stops waiting for a worker that exits, and ends a worker that does not listen in time. */
function addStarts(prototype: Worker, FINISHED: string): void {
  const { isSocketReady, waitForSocketReady } = prototype;
  prototype.isSocketReady = function isSocketReadyUnlessExited() {
    if (this.state !== FINISHED) return isSocketReady.call(this);
    return Promise.reject(new Error('The process of the function exited while it was starting.'));
  };
  prototype.waitForSocketReady = async function waitForSocketReadyOrKill() {
    try {
      await waitForSocketReady.call(this);
    } catch (error) {
      this.runtime.process.kill();
      throw error;
    }
  };
}

function addEnds(prototype: Worker, { FINISHING, FINISHED }: WorkerStates): void {
  /**
   * Ends the worker after its last request. If it has a debugger, it ends immediately, because the
   * next worker needs the port.
   */
  prototype.retire = function retire() {
    if (this.state === FINISHED) return;
    this.state = FINISHING;
    if (this.invocations.size === 0 || INSPECTS) this.end();
  };
  prototype.end = function end() {
    this.isEnding = true;
    this.runtime.process.kill();
  };
}

function addRequests(prototype: Worker, { BUSY, IDLE, FINISHING }: WorkerStates): void {
  prototype.request = function requestConcurrently({ triggerId, ...options }, response, body) {
    const definition: Called = options.definition ?? { id: triggerId ?? '' };
    // An event has no client: its sender expects it to be handled.
    if (response.destroyed && definition.eventTrigger === undefined) return Promise.resolve();
    const invocation = beginInvocation(this, definition);
    this.state = BUSY;
    this.logInfo(`Beginning execution of "${definition.id}"`);
    return new Promise((resolve) => {
      let isSettled = false;
      const settle = (): void => {
        isSettled = true;
        this.invocations.delete(invocation.id);
        this.logInfo(`Finished "${definition.id}" in ${performance.now() - invocation.startedAt}ms`);
        if (!this.left.has(invocation.id)) clearTimeout(timer);
        if (this.invocations.size === 0 && this.state === FINISHING) this.end();
        else if (this.invocations.size === 0) this.state = IDLE;
        resolve();
      };
      // The function continues without a request, within its timeout.
      const leave = (): void => {
        this.left.add(invocation.id);
        settle();
        call.destroy();
      };
      const { method, path } = options;
      const headers = headersFor(definition, invocation, options.headers);
      const call = requestOverHttp(
        // A separate connection, because the worker may close a kept-alive one just as it is
        // reused.
        { agent: false, ...this.runtime.conn.httpReqOpts(), method, path, headers },
        (incoming) => {
          if (isSettled) return;
          // A closed response would never request the rest.
          if (response.destroyed) incoming.resume();
          else incoming.pipe(response.writeHead(incoming.statusCode || 200, incoming.headers));
          // A response that the worker did not complete is not completed here either, so that the
          // client does not wait for the rest.
          incoming.once('close', () => {
            if (!incoming.complete) response.destroy();
            if (!isSettled) settle();
          });
          incoming.once('error', () => undefined);
        },
      );
      const timer = startTimer(invocation, () => {
        if (!isSettled) {
          const message = `The function timed out after ${invocation.timeoutSeconds} s.`;
          this.logger.log(
            'ERROR',
            `${invocation.name}: ${message} To configure this timeout, see https://firebase.google.com/docs/functions/manage-functions#set_timeout_and_memory_allocation.`,
          );
          leave();
          respondWithError(response, definition, 504, message);
        }
        this.left.delete(invocation.id);
        this.overdue.set(invocation.id, invocation);
        this.endIfBlocked(invocation);
      });
      response.once('close', () => {
        if (!isSettled && !response.writableFinished) leave();
      });
      call.on('error', async (error) => {
        if (isSettled) return;
        const death = await within(EXIT_MS, this.death);
        if (isSettled) return;
        if (response.headersSent) response.destroy();
        else if (death === undefined) {
          const message = `The function closed the connection without a response: ${error.message}`;
          this.logger.log('ERROR', `${invocation.name}: ${message}`);
          respondWithError(response, definition, 500, message);
        } else {
          deathOf.set(response, { ...death, definition, isCulprit: death.culprit === invocation.id });
        }
        settle();
      });
      if (body) call.write(body);
      call.end();
    });
  };
}

/** A function of which only the id may be known. */
type Called = Pick<Definition, 'id'> & Partial<Definition>;

function beginInvocation(
  worker: Worker,
  { id: triggerId, name = triggerId, timeoutSeconds }: Called,
): RunningInvocation {
  worker.invocationCount += 1;
  const id = worker.invocationCount;
  const isColdStart = id === 1 && worker.isAwaited === true;
  const invocation = { id, name, timeoutSeconds, isColdStart, startedAt: performance.now() };
  worker.invocations.set(id, invocation);
  return invocation;
}

/** Prevents clients from choosing the function. Not sent to Python and Dart. */
function headersFor(
  { identity }: Called,
  { id, isColdStart }: RunningInvocation,
  headers: OutgoingHttpHeaders = {},
): OutgoingHttpHeaders {
  const { [INVOCATION_HEADER]: _, ...others } = headers;
  return {
    ...others,
    connection: 'keep-alive',
    ...(identity !== undefined && {
      [INVOCATION_HEADER]: encodeInvocation({ id, isColdStart, ...identity }),
    }),
  };
}

/** Nothing times out during debugging. */
function startTimer(
  { timeoutSeconds }: RunningInvocation,
  onTimeout: () => void,
): NodeJS.Timeout | undefined {
  return timeoutSeconds && !INSPECTS ? setTimeout(onTimeout, timeoutSeconds * 1000) : undefined;
}

/**
 * Ends a worker whose event loop a function has blocked for longer than its timeout. `invocation`
 * has timed out.
 */
async function endIfBlocked(
  worker: Worker,
  invocation: RunningInvocation,
  loadWebSocket: () => new (url: string) => WebSocket,
): Promise<void> {
  if (!(await isBlocked(worker))) return;
  const found = await findBlocker(worker, loadWebSocket());
  // Another function, which still has time, is blocking this one: check again when that time is
  // over.
  if (found?.id !== undefined && (worker.invocations.has(found.id) || worker.left.has(found.id))) return;
  if (found === undefined && !(await isBlocked(worker))) return;
  const overdue = found?.id === undefined ? undefined : worker.overdue.get(found.id);
  const { id, name, timeoutSeconds } = overdue ?? invocation;
  worker.blocker = { id, name, timeoutSeconds, place: found?.place };
  worker.runtime.process.kill('SIGKILL');
}

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
