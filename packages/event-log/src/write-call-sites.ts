import type { Span as ApiSpan } from '@opentelemetry/api';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';

/** The spans of the Firestore SDK that begin where the functions write. */
const WRITES =
  /^(DocumentReference\.(Create|Set|Update|Delete)|CollectionReference\.Add|Batch\.Commit|BulkWriter\.Commit|Transaction\.Run)$/;
/** `at f (/project/index.js:3:5)`, or the same without a function. */
const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(\/[^()]+:\d+:\d+)\)?$/;
const MAX_FRAMES = 40;
/** The innermost frames of the project: often a helper and the code that has called it. */
const MAX_KEPT = 3;

/**
 * Adds to each write of the Firestore SDK the lines of the project's code that have called it, the
 * innermost first: attribute `code.stacktrace`, `FILE:LINE:COLUMN` per line, as the process runs
 * it.
 */
export function writeCallSites(ownFolder: string): SpanProcessor {
  return {
    onStart(span) {
      if (!WRITES.test(span.name)) return;
      const frames = callers(ownFolder);
      if (frames.length > 0) (span as unknown as ApiSpan).setAttribute('code.stacktrace', frames.join('\n'));
    },
    onEnd: () => undefined,
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
}

function callers(ownFolder: string): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack
    .split('\n')
    .flatMap((line) => FRAME.exec(line)?.[1] ?? [])
    .filter((frame) => !frame.includes('/node_modules/') && !frame.startsWith(ownFolder))
    .slice(0, MAX_KEPT);
}
