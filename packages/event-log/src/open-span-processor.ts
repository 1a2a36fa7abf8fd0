import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';

export interface OpenSpanOptions {
  readonly exporter: SpanExporter;
  readonly delayMs: number;
  /** Selects spans; others are exported only when they have ended. */
  readonly isReported: (span: ReadableSpan) => boolean;
  /** Removes secrets from a span before it is exported. */
  readonly redact: (span: ReadableSpan) => void;
}

/**
 * Exports spans that are still open `delayMs` after they began, in their current state. So running
 * operations are visible, and the receiver knows what a killed process leaves unfinished. Spans
 * that end sooner are exported only by the processor for ended spans.
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
