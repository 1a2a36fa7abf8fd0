// Records where functions write a document. The Firestore SDK's spans begin after an await, when
// the calling code is no longer on the stack.

import Module from 'node:module';
import { trace } from '@opentelemetry/api';

/** The SDK class that all writes pass through, including those of transactions. */
interface WriteBatchClass {
  readonly prototype: Record<string, (this: unknown, document: unknown, ...args: unknown[]) => unknown>;
}

const METHODS = ['create', 'set', 'update', 'delete'] as const;
/** `at f (/project/index.js:3:5)`, or the same without a function. */
const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(\/[^()]+:\d+:\d+)\)?$/;
const MAX_FRAMES = 30;
/** The number of innermost frames of the project to keep: often a helper and its caller. */
const MAX_KEPT = 3;

/**
 * Makes each write of the Firestore SDK add an event `firestore.write` to the active span:
 * `document` is its path, and `code.stacktrace` contains the project's calling lines, innermost
 * first, as FILE:LINE:COLUMN of the executed files. Those in `kitFolder` are omitted.
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
