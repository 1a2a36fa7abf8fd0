// A worked history. The client opens a streaming back channel with AID=0; arrays 1 and 2 are
// written and stay unacknowledged. The connection breaks after array 1. The client reconnects with
// AID=1: array 1 is acknowledged, array 2 is sent again. Nothing acknowledges arrays while a
// streaming back channel stays open. It is therefore ended after MAX_BACK_CHANNEL_BYTES: the client
// reconnects immediately, and its AID acknowledges what it received.

import type { ServerResponse } from 'node:http';

/**
 * A `noop` array is sent on a back channel that has been idle for this long; the client's watchdog
 * expires after 45 s.
 */
export const NOOP_INTERVAL_MS = 25_000;
/**
 * A session without a back channel ends after this time, which is long enough for a change of
 * networks.
 */
const DETACHED_TIMEOUT_MS = 60_000;
/** A client that reads nothing from a full socket for this long loses its session. */
const STALLED_READER_TIMEOUT_MS = 60_000;
/** A streaming back channel ends after this many bytes, and the client reopens it. */
const MAX_BACK_CHANNEL_BYTES = 500_000;
/**
 * Unacknowledged bytes above which the producer waits. Must exceed MAX_BACK_CHANNEL_BYTES, or the
 * back channel would never be renewed.
 */
const MAX_UNACKNOWLEDGED_BYTES = 1_000_000;

const BACK_CHANNEL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'private, max-age=0',
  'x-content-type-options': 'nosniff',
};

/** A chunk of wire version 8: its length in UTF-16 code units, a line feed, the text. */
export function frame(text: string): string {
  return `${text.length}\n${text}`;
}

interface UnacknowledgedArray {
  readonly id: number;
  readonly text: string;
}

interface BackChannel {
  readonly response: ServerResponse;
  /** A long poll ends after one chunk. */
  readonly isLongPoll: boolean;
  /** The id of the last array written to this response. */
  sentId: number;
  sentBytes: number;
  isFull: boolean;
}

/** Called once, when a session ends. */
type SessionEndListener = (reason: 'terminated' | 'closed' | 'detached' | 'stalled') => void;

/**
 * One WebChannel session: its numbered arrays, the back channel, acknowledgements and replay.
 * Payloads are JSON texts.
 */
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
  #isFlushScheduled = false;
  #drainWaiters: (() => void)[] = [];

  constructor(id: string, onEnd: SessionEndListener) {
    this.id = id;
    this.#onEnd = onEnd;
    this.#watchDetached();
  }

  /** Queues one payload (a JSON text). Resolves when the producer may continue; never rejects. */
  send(payload: string): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    this.#enqueue(`[${payload}]`);
    this.#scheduleFlush();
    if (this.#unacknowledgedBytes < MAX_UNACKNOWLEDGED_BYTES || this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  /** Sends `close`; the session ends once that is written. */
  close(): void {
    if (this.#isEnded) return;
    this.#isClosing = true;
    this.#enqueue('["close"]');
    this.#flush();
  }

  /** Discards all arrays, ends the back channel and notifies the listener. */
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

  /** Discards the arrays up to `lastSeenId`, the AID of a request. */
  acknowledge(lastSeenId: number): void {
    while (
      this.#unacknowledged.length > 0 &&
      (this.#unacknowledged[0] as UnacknowledgedArray).id <= lastSeenId
    ) {
      this.#unacknowledgedBytes -= (this.#unacknowledged.shift() as UnacknowledgedArray).text.length;
    }
    if (this.#unacknowledgedBytes < MAX_UNACKNOWLEDGED_BYTES)
      for (const wake of this.#drainWaiters.splice(0)) wake();
  }

  /**
   * The response to a forward request: [1 with a back channel or 0, last array id sent,
   * unacknowledged bytes sent].
   */
  forwardResponse(): string {
    const sentId = this.#backChannel?.sentId ?? this.#lastId;
    const outstanding = this.#unacknowledged.reduce(
      (sum, each) => (each.id <= sentId ? sum + each.text.length : sum),
      0,
    );
    return frame(JSON.stringify([this.#backChannel === undefined ? 0 : 1, sentId, outstanding]));
  }

  /**
   * Makes `response` the back channel, replacing the current one, and sends every array after
   * `lastSeenId`. A streaming back channel gets its first byte immediately, because the client
   * would otherwise assume a buffering proxy. A long poll without arrays ends with a `noop` after
   * `pollTimeoutMs`.
   */
  attach(response: ServerResponse, lastSeenId: number, isLongPoll: boolean, pollTimeoutMs: number): void {
    this.#backChannel?.response.end();
    this.acknowledge(lastSeenId);
    const back: BackChannel = { response, isLongPoll, sentId: lastSeenId, sentBytes: 0, isFull: false };
    this.#backChannel = back;
    response.writeHead(200, BACK_CHANNEL_HEADERS);
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
    if (this.#backChannel === back) this.#keepAlive(Math.min(NOOP_INTERVAL_MS, pollTimeoutMs));
  }

  #enqueue(array: string): void {
    const id = ++this.#lastId;
    const text = `[${id},${array}]`;
    this.#unacknowledged.push({ id, text });
    this.#unacknowledgedBytes += text.length;
  }

  /** Collects the arrays of one iteration of the event loop in one chunk. */
  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      if (!this.#isEnded) this.#flush();
    });
  }

  /**
   * Writes the arrays that have not yet been sent on this back channel, unless its socket is full.
   */
  #flush(): void {
    const back = this.#backChannel;
    if (back === undefined || back.isFull) return;
    // Ids are consecutive, so the arrays to send are a suffix.
    const unsent = this.#unacknowledged.slice(
      Math.max(0, back.sentId + 1 - (this.#unacknowledged[0]?.id ?? 0)),
    );
    if (unsent.length === 0) return;
    const chunk = frame(`[${unsent.map((each) => each.text).join(',')}]`);
    back.sentId = this.#lastId;
    back.sentBytes += chunk.length;
    back.isFull = !back.response.write(chunk);
    if (this.#isClosing) {
      this.end('closed');
    } else if (back.isLongPoll || back.sentBytes > MAX_BACK_CHANNEL_BYTES) {
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
    this.#schedule(DETACHED_TIMEOUT_MS, () => this.end('detached'));
  }

  #watchStalled(back: BackChannel): void {
    this.#schedule(STALLED_READER_TIMEOUT_MS, () => {
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
