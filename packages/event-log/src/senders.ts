import type { LogRow, SpanRow } from '../recording/rows.ts';
import { gapRow } from './gap-row.ts';

interface Sender {
  /** Its open spans, by id. */
  readonly open: Map<string, SpanRow>;
  lastMs: number;
}

export interface SendersOptions {
  /** Returns whether a process on this machine is running. */
  readonly isAlive?: (pid: number) => boolean;
  readonly nowMs?: () => number;
}

/**
 * Processes that have sent spans that are still open. A dying process sends neither the ends of
 * these spans nor its recording since the last export. This is recorded as a gap, and its spans are
 * ended.
 */
export class Senders {
  readonly #isAlive: (pid: number) => boolean;
  readonly #nowMs: () => number;
  readonly #senders = new Map<number, Sender>();

  constructor({ isAlive = isRunning, nowMs = Date.now }: SendersOptions = {}) {
    this.#isAlive = isAlive;
    this.#nowMs = nowMs;
  }

  /** Records the spans sent by a process. */
  add(pid: number, spans: readonly SpanRow[]): void {
    const sender = this.#senders.get(pid) ?? { open: new Map<string, SpanRow>(), lastMs: 0 };
    sender.lastMs = this.#nowMs();
    for (const span of spans) {
      if (span.end_ms === null) sender.open.set(span.span_id, span);
      else sender.open.delete(span.span_id);
    }
    if (sender.open.size === 0) this.#senders.delete(pid);
    else this.#senders.set(pid, sender);
  }

  /**
   * Returns the processes that have died since the last call: their open spans, ended now as
   * failed, and one gap for each process.
   */
  takeDead(): { readonly spans: readonly SpanRow[]; readonly gaps: readonly LogRow[] } {
    const spans: SpanRow[] = [];
    const gaps: LogRow[] = [];
    for (const [pid, { open, lastMs }] of this.#senders) {
      if (this.#isAlive(pid)) continue;
      this.#senders.delete(pid);
      const toMs = this.#nowMs();
      for (const span of open.values()) {
        const status_message = `The process ${pid} ended before the span did`;
        spans.push({ ...span, end_ms: Math.max(toMs, span.start_ms), status: 'error', status_message });
      }
      const [first] = open.values();
      const who = `${first?.service} (process ${pid}, ${[...open.values()].map(({ name }) => name).join(', ')})`;
      const from = new Date(lastMs).toISOString();
      gaps.push(
        gapRow(toMs, `What ${who} recorded from ${from} until it ended is missing`, {
          service: first?.service,
          pid,
          from_ms: lastMs,
          to_ms: toMs,
          open_spans: open.size,
        }),
      );
    }
    return { spans, gaps };
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
