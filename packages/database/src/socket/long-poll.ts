// The transport of a browser that cannot use a WebSocket: it sends segments in the URLs of GET
// requests, and receives scripts from requests that wait for data.

import type { Clock, Timer } from '@savepoint/server/core/clock';
import type { Transport } from './session.ts';

/** The maximum duration of a poll, and of a client's absence between polls. */
const POLL_MS = 25_000;
const ABSENCE_MS = 60_000;
/** A client with more pending data, or with more data out of order, is disconnected. */
const MAX_WAITING_LENGTH = 64 * 1024 * 1024;
const MAX_SEGMENTS_AHEAD = 1_000;

/** A waiting poll. It is answered once, with a script. */
export type Poll = (script: string) => void;

/** A segment of a message from a client. */
export interface Segment {
  readonly number: number;
  /** The number of segments in its message. */
  readonly count: number;
  /** Base64-encoded JSON. */
  readonly data: string;
}

/** A transport over long polling. */
export class LongPoll implements Transport {
  readonly password: string;
  readonly #clock: Clock;
  readonly #onGone: () => void;
  #polls: { readonly answer: Poll; readonly timer: Timer }[] = [];
  #messages: string[] = [];
  #waitingLength = 0;
  #nextResponse = 0;
  #isClosed = false;
  #absence: Timer | undefined;
  #flush: NodeJS.Immediate | undefined;
  readonly #segments = new Map<number, Segment>();
  #nextSegment = 0;
  #parts: string[] = [];

  constructor(password: string, clock: Clock, onGone: () => void) {
    this.password = password;
    this.#clock = clock;
    this.#onGone = onGone;
    this.#expectPoll();
  }

  send(message: string): void {
    this.#messages.push(message);
    this.#waitingLength += message.length;
    if (this.#waitingLength > MAX_WAITING_LENGTH) this.#onGone();
    // Messages of one event loop turn are sent together.
    else this.#flush ??= setImmediate(() => this.#answerWaiting());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#absence?.cancel();
    clearImmediate(this.#flush);
    for (const poll of this.#polls.splice(0)) this.#answer(poll, this.takeScript());
    this.#onGone();
  }

  /** Accepts a poll; the previous one need not wait any longer. */
  poll(answer: Poll): void {
    const timer = this.#clock.setTimer(this.#clock.nowMs() + POLL_MS, () => this.#answerOldest());
    this.#polls.push({ answer, timer });
    this.#absence?.cancel();
    if (this.#isClosed || this.#messages.length > 0) this.#answerOldest();
    while (this.#polls.length > 1) this.#answerOldest();
  }

  /** The pending messages as a script. */
  takeScript(): string {
    const script = `pRTLPCB(${this.#nextResponse},[${this.#messages.splice(0).join(',')}]);\n`;
    this.#waitingLength = 0;
    const close = this.#isClosed ? `pLPCommand('close',${this.#nextResponse});\n` : '';
    this.#nextResponse += 1;
    return script + close;
  }

  /** Accepts segments in any order. Returns the messages that they complete. */
  receive(segments: readonly Segment[]): string[] {
    for (const segment of segments) {
      const ahead = segment.number - this.#nextSegment;
      if (ahead >= 0 && ahead < MAX_SEGMENTS_AHEAD) this.#segments.set(segment.number, segment);
    }
    const messages: string[] = [];
    for (;;) {
      const segment = this.#segments.get(this.#nextSegment);
      if (segment === undefined) return messages;
      this.#segments.delete(this.#nextSegment);
      this.#nextSegment += 1;
      this.#parts.push(segment.data);
      if (this.#parts.length < segment.count) continue;
      messages.push(Buffer.from(this.#parts.join('').replaceAll('.', '='), 'base64url').toString('utf8'));
      this.#parts = [];
    }
  }

  #answerWaiting(): void {
    this.#flush = undefined;
    if (this.#messages.length > 0 && this.#polls.length > 0) this.#answerOldest();
  }

  #answerOldest(): void {
    const poll = this.#polls.shift();
    if (poll !== undefined) this.#answer(poll, this.takeScript());
    if (this.#polls.length === 0) this.#expectPoll();
  }

  #answer({ answer, timer }: { readonly answer: Poll; readonly timer: Timer }, script: string): void {
    timer.cancel();
    answer(script);
  }

  #expectPoll(): void {
    this.#absence?.cancel();
    if (this.#isClosed) return;
    this.#absence = this.#clock.setTimer(this.#clock.nowMs() + ABSENCE_MS, this.#onGone);
  }
}
