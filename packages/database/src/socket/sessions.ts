import { randomBytes } from 'node:crypto';
import type { SpanSink } from '@savepoint/server/core/tracing';
import type { Namespace } from '../database/namespace.ts';
import { Session, type Transport } from './session.ts';
import { traceConnect } from './trace-action.ts';

/** The connected clients. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #onSpan: SpanSink | undefined;

  /** @param onSpan receives a span for each operation of a client */
  constructor(onSpan?: SpanSink) {
    this.#onSpan = onSpan;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Starts a session, and greets its client. */
  start(namespace: Namespace, host: string, transport: Transport): Session {
    const id = randomBytes(16).toString('base64url');
    const session = new Session({ id, namespace, host, onSpan: this.#onSpan }, transport);
    this.#sessions.set(id, session);
    traceConnect(this.#onSpan, namespace.name, () => session.start());
    return session;
  }

  find(id: string | null): Session | undefined {
    return id === null ? undefined : this.#sessions.get(id);
  }

  /** Ends a session, if it has not ended. */
  end(session: Session | undefined): void {
    if (session === undefined || !this.#sessions.delete(session.id)) return;
    session.end();
  }

  endAll(): void {
    for (const session of [...this.#sessions.values()]) this.end(session);
  }
}
