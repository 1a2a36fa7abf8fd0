import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { invocationOf } from './invocation.ts';
import type { TraceHeaders } from './local-services.ts';
import type { Invocation } from './protocol.ts';
import { recorderPath } from './recorder-path.ts';

/** The used parts of packages/event-log/src/functions-worker.ts. */
interface Recorder {
  recordFunctions(
    endpoint: string,
    invocationOf: (request: IncomingMessage) => Invocation | undefined,
    kitFolder: string,
  ): TraceHeaders;
}

/**
 * Starts recording spans and logs of a worker if OTEL_EXPORTER_OTLP_ENDPOINT names a receiver. If
 * recording cannot start, the functions run without it.
 */
export function startRecording(): TraceHeaders {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = process.env;
  const bundle = recorderPath('functions-worker');
  if (!endpoint || !existsSync(bundle)) return () => ({});
  try {
    const { recordFunctions }: Recorder = createRequire(import.meta.url)(bundle);
    return recordFunctions(endpoint.replace(/\/$/, ''), invocationOf, import.meta.dirname);
  } catch (error) {
    const reason = error instanceof Error ? error.stack : error;
    process.stderr.write(`The functions are not recorded: ${reason}\n`);
    return () => ({});
  }
}
