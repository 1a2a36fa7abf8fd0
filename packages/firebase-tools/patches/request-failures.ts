// A handler that throws, synchronously or later, fails only its own request. firebase-tools would
// end its process, and with it all emulators, because only Express catches errors of handlers, and
// only synchronous ones. Everything that a request starts, asynchronously or not, belongs to the
// request.
import type { EventEmitter } from 'node:events';
import type { Patch } from '../patch.ts';
import { expressErrors, functionBodies } from './express-errors.ts';
import { failuresOf, respondToError } from './failed-request.ts';
import { patchRequests } from './http-server.ts';

interface Failures {
  respond(error: unknown): void;
}

const failedRequests = patchRequests(() => {
  process.on('unhandledRejection', (error) => {
    const request = failuresOf.getStore();
    // Not the failure of a request: firebase-tools handles it.
    if (request === undefined) throw error;
    request.respond(error);
  });
  process.setUncaughtExceptionCaptureCallback((error) => {
    const request = failuresOf.getStore();
    if (request !== undefined) request.respond(error);
    else if (!emitUncaught(error)) {
      process.stderr.write(`${error?.stack ?? error}\n`);
      process.exit(1);
    }
  });
  return (request, response, emit) => {
    const failures = { respond: (error: unknown) => respondToError(request, response, error) };
    // Their events come from the connection, which belongs to no request.
    for (const stream of [request, response]) follow(stream, failures);
    return runFor(failures, emit) ?? true;
  };
});

export const requestFailures: Patch = {
  name: 'request-failures',
  reason: 'a failing handler fails its request, not the process',
  upstream: ['docs/upstream/request-failures.md'],
  modules: [failedRequests, expressErrors, functionBodies],
};

/** Emits the event like Node; @types/node does not declare it as one that can be emitted. */
function emitUncaught(error: unknown): boolean {
  const emitter: EventEmitter = process;
  return emitter.emit('uncaughtException', error, 'uncaughtException');
}

function follow(stream: EventEmitter, ofRequest: Failures): void {
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string | symbol, ...args: unknown[]) => {
    const emitNow = (): boolean => emit(event, ...args);
    return failuresOf.getStore() === undefined ? (runFor(ofRequest, emitNow) ?? true) : emitNow();
  };
}

/** A synchronous error has already left the request's context, so the result is undefined then. */
function runFor<T>(ofRequest: Failures, run: () => T): T | undefined {
  return failuresOf.run(ofRequest, () => {
    try {
      return run();
    } catch (error) {
      ofRequest.respond(error);
      return undefined;
    }
  });
}
