// What production charges for: what it sends, with what its connections and their encryption add
// (https://firebase.google.com/docs/database/usage/billing), and what is stored. It is on the span
// of the operation that caused it, so that the sum over spans is the bill.

import { activeSpan, type Span } from '@savepoint/server/core/tracing';

/** About what the handshake of a connection sends, and the frame and record of a message add. */
const HANDSHAKE_BYTES = 3_500;
const MESSAGE_BYTES = 30;

/** Adds bytes that were sent to `database.bytes_sent` of a span. */
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
