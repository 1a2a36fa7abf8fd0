// firebase-tools' worker program serves one function. In its debug mode (FUNCTION_DEBUG_MODE), a
// message from firebase-tools names the function before each request, and requests are sent one at
// a time. Here the messages come from this process, each right before the program's request handler
// runs. The handler reads them synchronously, so requests can run concurrently.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { currentInvocation } from './invocation.ts';

type Handler = (request: unknown, response: unknown) => unknown;

interface Express {
  readonly application: { all(path: unknown, ...handlers: readonly unknown[]): unknown };
}

/** The used parts of lib/emulator/types.js. */
interface EmulatorTypes {
  readonly EmulatorLog: { readonly prototype: { level: string; text: string; log(): unknown } };
}

/**
 * The program's request handler. It reads both variables synchronously, and nothing else uses them.
 */
const HANDLER =
  /async \(req, res\) => \{\s*try \{\s*const trigger = FUNCTION_TARGET_NAME\.split[^\0]*?switch \(FUNCTION_SIGNATURE\)/;

/** Resolves when the next request may enter the handler. */
const turns = { last: Promise.resolve() };

/** @param path of firebase-tools' worker program */
export function dispatchRequests(path: string): void {
  const program = createRequire(path).resolve(path);
  if (!HANDLER.test(readFileSync(program, 'utf8'))) {
    process.stderr.write(
      `patch functions-worker does not apply to ${program}: expected a request handler for FUNCTION_TARGET_NAME\n`,
    );
    process.exit(1);
  }
  const { application }: Express = createRequire(program)('express');
  const { all } = application;
  application.all = function allWithTarget(route, ...handlers) {
    return all.call(
      this,
      route,
      ...handlers.map((handler) => (isProgramHandler(handler) ? inTurn(handler) : handler)),
    );
  };
  nameFailures(join(dirname(program), 'types.js'));
}

function isProgramHandler(handler: unknown): handler is Handler {
  return typeof handler === 'function' && HANDLER.test(String(handler));
}

function inTurn(handler: Handler): Handler {
  return (request, response) => {
    const invocation = currentInvocation();
    if (invocation === undefined) return handler(request, response);
    const { target: functionTarget, signature: functionSignature } = invocation;
    turns.last = turns.last.then(
      () =>
        new Promise((resolve) => {
          process.emit('message', JSON.stringify({ functionTarget, functionSignature }), undefined);
          // The program applies a message in a microtask.
          setImmediate(() => {
            handler(request, response);
            resolve();
          });
        }),
    );
    return undefined;
  };
}

/**
 * firebase-tools kills a worker whose function has failed. In production such an instance
 * continues, so this turns the failure into a warning that names the function.
 */
function nameFailures(typesFile: string): void {
  const {
    EmulatorLog: { prototype },
  }: EmulatorTypes = createRequire(typesFile)(typesFile);
  const { log } = prototype;
  prototype.log = function logWithName() {
    const invocation = currentInvocation();
    if (invocation !== undefined && this.level === 'FATAL') {
      this.level = 'WARN';
      this.text = `${invocation.service}: ${this.text}`;
    }
    return log.call(this);
  };
}
