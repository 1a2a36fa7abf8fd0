// Records the document reads, writes and deletes that production charges for, on the span of the
// request that caused them. Each operation is on one span, so the sum over all spans is the bill.
// https://firebase.google.com/docs/firestore/pricing
import { activeSpan, type Span } from '@savepoint/server/core/tracing';

interface BilledOperations {
  readonly reads?: number;
  readonly writes?: number;
  readonly deletes?: number;
  /** The stored size of the documents sent to the client. */
  readonly bytes?: number | undefined;
}

/**
 * Paths that the rules of a request have read. A document that they refer to twice is charged once.
 */
const dependentPaths = new WeakMap<Span, Set<string>>();

/**
 * Adds to the counts `firestore.reads`, `firestore.writes`, `firestore.deletes` and
 * `firestore.bytes_sent` of a span, by default the active one.
 */
export function bill({ reads, writes, deletes, bytes }: BilledOperations, span = activeSpan()): void {
  span?.add({
    'firestore.reads': reads,
    'firestore.writes': writes,
    'firestore.deletes': deletes,
    'firestore.bytes_sent': bytes,
  });
}

/**
 * Charges the active span's request for a document that its rules read, unless they have already
 * read it.
 */
export function billDependentRead(path: string): void {
  const span = activeSpan();
  if (span === undefined) return;
  const paths = dependentPaths.get(span) ?? new Set();
  dependentPaths.set(span, paths);
  if (paths.has(path)) return;
  paths.add(path);
  billDependentReads(1, span);
}

/**
 * Charges for `count` documents that rules read. They are included in `firestore.reads` and also
 * counted separately in `firestore.dependent_reads`.
 */
export function billDependentReads(count: number, span: Span): void {
  if (count > 0) span.add({ 'firestore.reads': count, 'firestore.dependent_reads': count });
}

/** The number of documents that the rules of a request have read. */
export function dependentReads(span: Span | undefined): number {
  return span === undefined ? 0 : (dependentPaths.get(span)?.size ?? 0);
}
