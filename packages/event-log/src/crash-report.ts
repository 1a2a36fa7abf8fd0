import { spawnSync } from 'node:child_process';
import { type Span as ApiSpan, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';

const SEND_TIMEOUT_MS = 2000;
/** Posts its standard input to the URL in its argument. */
const POST = `
  let body = '';
  for await (const text of process.stdin.setEncoding('utf8')) body += text;
  await fetch(process.argv[1], { method: 'POST', headers: { 'content-type': 'application/json' }, body });`;

/**
 * Reports the requests that a process is serving when it ends because of an uncaught error or
 * process.exit. Exporters are asynchronous, so pending data is lost with the process, including the
 * failure that a developer looks for.
 */
export class CrashReport implements SpanProcessor {
  readonly #open = new Set<Span>();
  readonly #ended: ReadableSpan[] = [];
  #uncaught: { readonly error: Error; readonly span: ApiSpan | undefined } | undefined;
  #isEnding = false;

  onStart(span: Span): void {
    if (span.kind === SpanKind.SERVER) this.#open.add(span);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#isEnding) this.#ended.push(span);
    this.#open.delete(span as Span);
  }

  /** Records the error that may end the process, and its request. */
  noteError(error: unknown): void {
    this.#uncaught = {
      error: error instanceof Error ? error : new Error(String(error)),
      span: trace.getSpan(context.active()),
    };
  }

  /** Call this if the project has caught the error. */
  forgetError(): void {
    this.#uncaught = undefined;
  }

  /** Ends open spans as failed and returns them. */
  end(): readonly ReadableSpan[] {
    this.#isEnding = true;
    const { error, span: culprit } = this.#uncaught ?? {};
    for (const span of this.#open) {
      if (error !== undefined && span === culprit) span.recordException(error);
      const reason = error === undefined ? 'its process has exited' : error.message;
      span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
      span.end();
    }
    return this.#ended;
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** Synchronously sends the contents of a crash report when this process exits. */
export function sendAtExit(report: CrashReport, url: string): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    report.noteError(error);
    setImmediate(() => report.forgetError());
  });
  process.on('exit', () => {
    const spans = report.end();
    const body = spans.length === 0 ? undefined : JsonTraceSerializer.serializeRequest([...spans]);
    if (body === undefined) return;
    const args = ['--input-type=module', '--eval', POST, url];
    spawnSync(process.execPath, args, { input: body, env: {}, timeout: SEND_TIMEOUT_MS });
  });
}
