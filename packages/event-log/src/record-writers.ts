// Where the functions write a document: the Firestore SDK's spans begin after it has awaited
// something, when the code that called it is gone from the stack.

import Module from 'node:module';
import { trace } from '@opentelemetry/api';

/** The part of the SDK through which all of its writes pass, also those of transactions. */
interface WriteBatchClass {
  readonly prototype: Record<string, (this: unknown, document: unknown, ...args: unknown[]) => unknown>;
}

const METHODS = ['create', 'set', 'update', 'delete'] as const;
/** `at f (/project/index.js:3:5)`, or the same without a function. */
const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(\/[^()]+:\d+:\d+)\)?$/;
const MAX_FRAMES = 30;
/** The innermost frames of the project: often a helper and the code that has called it. */
const MAX_KEPT = 3;

/**
 * From now on, each write of the Firestore SDK is an event `firestore.write` of the active span:
 * `document` is its path, and `code.stacktrace` has the lines of the project's code that have
 * called it, the innermost first, as FILE:LINE:COLUMN of the files that run. Those in
 * `kitFolder` are left out.
 */
export function recordWriters(kitFolder: string): void {
  const prototype: { require(this: unknown, id: string): unknown } = Module.prototype;
  const { require: requireModule } = prototype;
  const recorded = new WeakSet<WriteBatchClass>();
  prototype.require = function requireAndRecord(id) {
    const exports = requireModule.call(this, id);
    if (id === '@google-cloud/firestore') {
      const { WriteBatch } = exports as { WriteBatch?: WriteBatchClass };
      if (WriteBatch !== undefined && !recorded.has(WriteBatch)) {
        recorded.add(WriteBatch);
        recordMethods(WriteBatch, kitFolder);
      }
    }
    return exports;
  };
}

function recordMethods({ prototype }: WriteBatchClass, kitFolder: string): void {
  for (const name of METHODS) {
    const method = prototype[name];
    if (method === undefined) continue;
    prototype[name] = function recordedWrite(document, ...args) {
      const span = trace.getActiveSpan();
      const { path } = (document ?? {}) as { readonly path?: unknown };
      if (span?.isRecording() && typeof path === 'string') {
        const stack = callers(kitFolder).join('\n');
        if (stack !== '') span.addEvent('firestore.write', { document: path, 'code.stacktrace': stack });
      }
      return method.call(this, document, ...args);
    };
  }
}

function callers(kitFolder: string): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack
    .split('\n')
    .flatMap((line) => FRAME.exec(line)?.[1] ?? [])
    .filter((frame) => !frame.includes('/node_modules/') && !frame.startsWith(kitFolder))
    .slice(0, MAX_KEPT);
}
