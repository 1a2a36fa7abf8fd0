import { setTimeout as delay } from 'node:timers/promises';
import { recordedLine } from './server-output.ts';

interface OutputLine {
  readonly server: string;
  readonly text: string;
  readonly isProblem: boolean;
  readonly timeMs: number;
}

export interface OutputRecorderOptions {
  /** The URL of the event log. */
  readonly eventLog: string;
  /** How long lines are collected before they are sent. Default: 500 ms. */
  readonly delayMs?: number;
}

const DELAY_MS = 500;
const TIMEOUT_MS = 5000;
/** While the event log does not respond, the oldest lines beyond this number are dropped. */
const MAX_WAITING = 2000;
/** https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
const SEVERITIES = { INFO: 9, WARN: 13 };

/**
 * Sends the output of a stack's servers to the event log, which makes it searchable. Recording
 * never delays a server: lines wait while the event log does not respond.
 */
export class OutputRecorder {
  readonly #url: string;
  readonly #delayMs: number;
  #waiting: OutputLine[] = [];
  #sending: Promise<void> | undefined;
  #isStopped = false;

  constructor({ eventLog, delayMs = DELAY_MS }: OutputRecorderOptions) {
    this.#url = `${eventLog}/v1/logs`;
    this.#delayMs = delayMs;
  }

  /** Records a line, unless the event log receives its content otherwise. */
  add(server: string, text: string): void {
    const line = recordedLine(server, text);
    if (line === undefined) return;
    this.#waiting.push({ ...line, server, timeMs: Date.now() });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#sending ??= this.#sendWaiting();
  }

  /** Stops sending. */
  stop(): void {
    this.#isStopped = true;
  }

  async #sendWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      await delay(this.#delayMs, undefined, { ref: false });
      if (this.#isStopped) return;
      const lines = this.#waiting;
      this.#waiting = [];
      if (!(await this.#post(lines))) this.#waiting = [...lines, ...this.#waiting].slice(-MAX_WAITING);
    }
    this.#sending = undefined;
  }

  async #post(lines: readonly OutputLine[]): Promise<boolean> {
    const byServer = Map.groupBy(lines, ({ server }) => server);
    const resourceLogs = [...byServer].map(([server, ofServer]) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: server } }] },
      scopeLogs: [{ logRecords: ofServer.map(logRecord) }],
    }));
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resourceLogs }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Lines that were rejected would be rejected again.
      return response.status < 500;
    } catch {
      return false;
    }
  }
}

function logRecord({ text, isProblem, timeMs }: OutputLine): object {
  const severityText = isProblem ? 'WARN' : 'INFO';
  return {
    timeUnixNano: `${timeMs}000000`,
    severityText,
    severityNumber: SEVERITIES[severityText],
    body: { stringValue: text },
  };
}
