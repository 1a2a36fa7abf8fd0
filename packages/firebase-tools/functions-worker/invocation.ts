// The invocation of the running code: everything that a request starts, asynchronously or not,
// belongs to the request.
import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, Server } from 'node:http';
import { decodeInvocation, INVOCATION_HEADER, type Invocation } from './protocol.ts';

const storage = new AsyncLocalStorage<Invocation>();
const invocations = new WeakMap<IncomingMessage, Invocation>();
const state = { isLoading: true };

/** Undefined in code that no request has started. */
export function currentInvocation(): Invocation | undefined {
  return storage.getStore();
}

/** Returns whether the functions are still being loaded, i.e. no request has arrived. */
export function isLoading(): boolean {
  return state.isLoading;
}

/**
 * The invocation of a request; undefined if firebase-tools did not send it. The header is hidden
 * from functions.
 */
export function invocationOf(request: IncomingMessage): Invocation | undefined {
  const header = request.headers[INVOCATION_HEADER];
  if (typeof header === 'string') {
    invocations.set(request, decodeInvocation(header));
    delete request.headers[INVOCATION_HEADER];
    const index = request.rawHeaders.findIndex((text) => text.toLowerCase() === INVOCATION_HEADER);
    request.rawHeaders.splice(index, 2);
  }
  return invocations.get(request);
}

export function followInvocations(): void {
  const prototype: { emit(this: Server, event: string, ...args: unknown[]): boolean } = Server.prototype;
  const { emit } = prototype;
  prototype.emit = function emitInInvocation(event, ...args) {
    const [request] = args;
    if ((event !== 'request' && event !== 'checkContinue') || !(request instanceof IncomingMessage))
      return emit.call(this, event, ...args);
    state.isLoading = false;
    const invocation = invocationOf(request);
    if (invocation === undefined) return emit.call(this, event, ...args);
    return storage.run(invocation, () => emit.call(this, event, ...args));
  };
  // Read by a debugger that has paused an unresponsive worker.
  Object.assign(process, { [Symbol.for('savepoint.invocation')]: () => storage.getStore()?.id });
}
