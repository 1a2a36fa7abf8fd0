/** The most that is sent at once. Both are limits of the server. */
export interface BatchLimits {
  readonly items: number;
  /** Of the items as JSON. */
  readonly bytes: number;
}

/**
 * Splits items into requests of at most these sizes. An item that is larger than a request is sent
 * by itself.
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
