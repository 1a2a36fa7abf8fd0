// Owns one WebChannel session: the numbered arrays it owes the browser, the back channel that carries them, acks
// and replay. Knows neither URLs nor messages: payloads are JSON texts.
//
// A history. The browser opens a streaming back channel with AID=0; arrays 1 and 2 are written at once and kept. The
// connection breaks after array 1. The browser comes back with AID=1: array 1 is dropped, 2 is written again.
// Nothing acknowledges arrays while a streaming back channel stays open, so it is ended after BACKCHANNEL_BYTES:
// the browser reconnects at once, and its AID frees what was kept.

import type { ServerResponse } from 'node:http';

/** Idle time after which a `noop` keeps the back channel alive; the browser gives up at 45 s. */
export const NOOP_INTERVAL_MS = 25_000;
/** How long a session lives without a back channel, e.g. while a laptop's network changes. */
export const DETACHED_LIMIT_MS = 60_000;
/** How long a reader may leave a full socket untouched before its stream is closed. */
export const STALLED_LIMIT_MS = 60_000;
/** Bytes on one streaming back channel before it is renewed. */
const BACKCHANNEL_BYTES = 500_000;
/** Bytes owed to the browser above which the stream's producer waits; above BACKCHANNEL_BYTES, or renewal would never come. */
const BACKLOG_BYTES = 1_000_000;

const BACKCHANNEL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'private, max-age=0',
  'x-content-type-options': 'nosniff',
};

/** A chunk as wirev8 frames it: its length in UTF-16 code units, a line feed, the text. */
export function frame(text: string): string {
  return `${text.length}\n${text}`;
}

interface UnacknowledgedArray {
  readonly id: number;
  readonly text: string;
}

interface BackChannel {
  readonly response: ServerResponse;
  /** Long polling: answer what there is and end. */
  readonly isLongPoll: boolean;
  /** Id of the last array written to this response. */
  sentId: number;
  sentBytes: number;
  isFull: boolean;
}

/** How a session tells its owner that it is over; called once. */
export type SessionEndListener = (reason: 'terminated' | 'closed' | 'detached' | 'stalled') => void;

export class WebChannelSession {
  readonly id: string;
  readonly #onEnd: SessionEndListener;
  readonly #unacknowledged: UnacknowledgedArray[] = [];
  #unacknowledgedBytes = 0;
  #lastId = 0;
  #backChannel: BackChannel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #isClosing = false;
  #isFlushDue = false;
  #drainWaiters: (() => void)[] = [];

  constructor(id: string, onEnd: SessionEndListener) {
    this.id = id;
    this.#onEnd = onEnd;
    this.#watchDetached();
  }

  /** Queues one payload (a JSON text) and resolves when the producer may go on; never rejects. */
  send(payload: string): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    this.#enqueue(`[${payload}]`);
    this.#flushSoon();
    if (this.#unacknowledgedBytes < BACKLOG_BYTES || this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  /** Tells the browser that the stream is over; the session ends once that is written. */
  close(): void {
    if (this.#isEnded) return;
    this.#isClosing = true;
    this.#enqueue('["close"]');
    this.#flush();
  }

  /** Forgets everything, ends the back channel, tells the owner. */
  end(reason: Parameters<SessionEndListener>[0]): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#unacknowledged.length = 0;
    this.#unacknowledgedBytes = 0;
    this.#backChannel?.response.end();
    this.#backChannel = undefined;
    for (const wake of this.#drainWaiters.splice(0)) wake();
    this.#onEnd(reason);
  }

  /** Drops the arrays that the browser has seen. */
  acknowledge(lastSeenId: number): void {
    while (
      this.#unacknowledged.length > 0 &&
      (this.#unacknowledged[0] as UnacknowledgedArray).id <= lastSeenId
    ) {
      this.#unacknowledgedBytes -= (this.#unacknowledged.shift() as UnacknowledgedArray).text.length;
    }
    if (this.#unacknowledgedBytes < BACKLOG_BYTES) for (const wake of this.#drainWaiters.splice(0)) wake();
  }

  /** Answers a forward POST: whether there is a back channel, the last array sent, bytes sent and not acknowledged. */
  forwardResponse(): string {
    const sentId = this.#backChannel?.sentId ?? this.#lastId;
    const outstanding = this.#unacknowledged.reduce(
      (sum, each) => (each.id <= sentId ? sum + each.text.length : sum),
      0,
    );
    return frame(JSON.stringify([this.#backChannel === undefined ? 0 : 1, sentId, outstanding]));
  }

  /**
   * Takes the response that will carry arrays; it replaces the one before. Everything after `lastSeenId` is written
   * again. A streaming one gets a first byte at once: the browser takes silence for a buffering proxy.
   */
  attach(response: ServerResponse, lastSeenId: number, isLongPoll: boolean, pollLimitMs: number): void {
    this.#backChannel?.response.end();
    this.acknowledge(lastSeenId);
    const back: BackChannel = { response, isLongPoll, sentId: lastSeenId, sentBytes: 0, isFull: false };
    this.#backChannel = back;
    response.writeHead(200, BACKCHANNEL_HEADERS);
    response.on('close', () => this.#detach(back));
    response.on('drain', () => {
      back.isFull = false;
      if (this.#backChannel !== back) return;
      this.#keepAlive(NOOP_INTERVAL_MS);
      this.#flush();
    });
    if (!isLongPoll) {
      response.flushHeaders();
      if (this.#unacknowledged.length === 0) this.#enqueue('["noop"]');
    }
    this.#flush();
    if (this.#backChannel === back) this.#keepAlive(Math.min(NOOP_INTERVAL_MS, pollLimitMs));
  }

  #enqueue(array: string): void {
    const id = ++this.#lastId;
    const text = `[${id},${array}]`;
    this.#unacknowledged.push({ id, text });
    this.#unacknowledgedBytes += text.length;
  }

  /** Gathers what one turn of the event loop brings into one chunk: a thousand documents are not a thousand writes. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => {
      this.#isFlushDue = false;
      if (!this.#isEnded) this.#flush();
    });
  }

  /** Writes what this back channel has not carried yet, as far as its reader keeps up. */
  #flush(): void {
    const back = this.#backChannel;
    if (back === undefined || back.isFull) return;
    // Ids are consecutive: what is due is a tail.
    const due = this.#unacknowledged.slice(Math.max(0, back.sentId + 1 - (this.#unacknowledged[0]?.id ?? 0)));
    if (due.length === 0) return;
    const chunk = frame(`[${due.map((each) => each.text).join(',')}]`);
    back.sentId = this.#lastId;
    back.sentBytes += chunk.length;
    back.isFull = !back.response.write(chunk);
    if (this.#isClosing) {
      this.end('closed');
    } else if (back.isLongPoll || back.sentBytes > BACKCHANNEL_BYTES) {
      this.#release(back);
    } else if (back.isFull) {
      this.#watchStalled(back);
    } else {
      this.#keepAlive(NOOP_INTERVAL_MS);
    }
  }

  #release(back: BackChannel): void {
    this.#backChannel = undefined;
    back.response.end();
    this.#watchDetached();
  }

  #detach(back: BackChannel): void {
    if (this.#backChannel !== back) return;
    this.#backChannel = undefined;
    this.#watchDetached();
  }

  #keepAlive(delayMs: number): void {
    this.#schedule(delayMs, () => {
      this.#enqueue('["noop"]');
      this.#flush();
    });
  }

  #watchDetached(): void {
    this.#schedule(DETACHED_LIMIT_MS, () => this.end('detached'));
  }

  #watchStalled(back: BackChannel): void {
    this.#schedule(STALLED_LIMIT_MS, () => {
      if (this.#backChannel === back && back.isFull) this.end('stalled');
      else this.#keepAlive(NOOP_INTERVAL_MS);
    });
  }

  #schedule(delayMs: number, action: () => void): void {
    if (this.#isEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, delayMs);
    this.#timer.unref();
  }
}
