/**
 * A trace begun by Studio: its id, and the header that makes a request part of it
 * (https://www.w3.org/TR/trace-context/).
 */
export function newTrace(): { readonly traceId: string; readonly traceparent: string } {
  const hex = (bytes: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  const traceId = hex(16);
  return { traceId, traceparent: `00-${traceId}-${hex(8)}-01` };
}
