import type { LogRow, SpanRow } from '../recording/rows.ts';
import { gapRow } from './gap-row.ts';

interface Sender {
  /** What it has begun and not ended, by the ids of the spans. */
  readonly open: Map<string, SpanRow>;
  lastMs: number;
}

export interface SendersOptions {
  /** Whether a process of this machine runs. */
  readonly isAlive?: (pid: number) => boolean;
  readonly nowMs?: () => number;
}

/**
 * The processes that have sent spans which are still open. One that dies sends neither their ends
 * nor what it recorded since its last export: that is a gap, and its spans end with it.
 */
export class Senders {
  readonly #isAlive: (pid: number) => boolean;
  readonly #nowMs: () => number;
  readonly #senders = new Map<number, Sender>();

  constructor({ isAlive = isRunning, nowMs = Date.now }: SendersOptions = {}) {
    this.#isAlive = isAlive;
    this.#nowMs = nowMs;
  }

  /** Remembers what a process has sent. */
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
   * The processes that have died since the last call: their open spans, ended now as failed, and
   * one gap for each process.
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
