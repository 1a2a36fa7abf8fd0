/** The limits of one request to the server. */
export interface BatchLimits {
  readonly items: number;
  /** Size of the items as JSON. */
  readonly bytes: number;
}

/**
 * Splits items into batches within the limits. An item that exceeds the size limit gets its own
 * batch.
 */
export function* batchesOf<T>(items: Iterable<T>, limits: BatchLimits): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length > 0 && (batch.length >= limits.items || bytes + size > limits.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
