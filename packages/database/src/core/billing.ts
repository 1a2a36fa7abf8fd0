// Records the charges of production: the bytes sent, including the overhead of connections and
// encryption (https://firebase.google.com/docs/database/usage/billing), and the stored bytes. They
// are on the span of the operation that caused them, so the sum over all spans is the bill.

import { activeSpan, type Span } from '@savepoint/server/core/tracing';

/**
 * The approximate bytes of a connection's handshake, and the overhead of a message's frame and TLS
 * record.
 */
const HANDSHAKE_BYTES = 3_500;
const MESSAGE_BYTES = 30;

/** Adds to the `database.bytes_sent` of a span. */
export function billBytes(bytes: number, span: Span): void {
  span.add({ 'database.bytes_sent': bytes });
}

/** Charges the active span for the handshake of a connection. */
export function billHandshake(span = activeSpan()): void {
  if (span !== undefined) billBytes(HANDSHAKE_BYTES, span);
}

/** Charges the active span for a message to a client. */
export function billMessage(message: string): void {
  const span = activeSpan();
  if (span !== undefined) billBytes(MESSAGE_BYTES + Buffer.byteLength(message), span);
}
