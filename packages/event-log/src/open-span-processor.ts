import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';

export interface OpenSpanOptions {
  readonly exporter: SpanExporter;
  readonly delayMs: number;
  /** Which spans; the others are exported when they have ended only. */
  readonly isReported: (span: ReadableSpan) => boolean;
  /** Removes secrets from a span before it is exported. */
  readonly redact: (span: ReadableSpan) => void;
}

/**
 * Exports spans that are still open `delayMs` after they have begun, as they are then: whoever
 * looks sees what runs, and the receiver knows what a process leaves unfinished that is killed.
 * Spans that end sooner are exported once, by the processor for ended spans.
 */
export class OpenSpanProcessor implements SpanProcessor {
  readonly #options: OpenSpanOptions;
  readonly #open = new Set<ReadableSpan>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OpenSpanOptions) {
    this.#options = options;
  }

  onStart(span: ReadableSpan): void {
    const { exporter, delayMs, isReported, redact } = this.#options;
    if (!isReported(span)) return;
    this.#open.add(span);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const open = [...this.#open];
      this.#open.clear();
      for (const each of open) redact(each);
      if (open.length > 0) exporter.export(open, () => undefined);
    }, delayMs).unref();
  }

  onEnd(span: ReadableSpan): void {
    this.#open.delete(span);
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    clearTimeout(this.#timer);
    return Promise.resolve();
  }
}
