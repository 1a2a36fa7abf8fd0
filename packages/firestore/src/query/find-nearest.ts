import { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue, fieldAt, VectorValue } from '../core/value.ts';
import type { FindNearest } from './query.ts';

/**
 * Exact nearest-neighbor search: at most `search.limit` documents, nearest first. Skips documents
 * without a vector of the same dimension and calls `onCompare` for each other one.
 */
export function findNearest(
  search: FindNearest,
  documents: Iterable<StoredDocument>,
  onCompare?: () => void,
): StoredDocument[] {
  const results: { document: StoredDocument; distance: number }[] = [];
  for (const document of documents) {
    const vector = fieldAt(document.fields, search.path);
    if (!(vector instanceof VectorValue) || vector.values.length !== search.vector.length) continue;
    onCompare?.();
    const distance = computeDistance(search, vector.values);
    if (!isWithinThreshold(search, distance)) continue;
    results.push({ document, distance });
  }
  // A dot product increases with similarity; the other measures decrease.
  const sign = search.distanceMeasure === 'dot-product' ? -1 : 1;
  results.sort((left, right) => sign * compareDistances(left.distance, right.distance));
  return results
    .slice(0, search.limit)
    .map(({ document, distance }) =>
      search.distanceResultField ? withField(document, search.distanceResultField, distance) : document,
    );
}

function isWithinThreshold({ distanceThreshold, distanceMeasure }: FindNearest, distance: number): boolean {
  if (distanceThreshold === undefined) return true;
  const order = compareDistances(distance, distanceThreshold);
  return distanceMeasure === 'dot-product' ? order >= 0 : order <= 0;
}

/**
 * NaN, the cosine distance of a zero vector, counts as the greatest distance, as in Google's
 * emulator.
 */
function compareDistances(left: number, right: number): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
}

function computeDistance(search: FindNearest, values: readonly number[]): number {
  let dot = 0;
  let squares = 0;
  let left = 0;
  let right = 0;
  for (let i = 0; i < values.length; i++) {
    const a = search.vector[i] as number;
    const b = values[i] as number;
    dot += a * b;
    squares += (a - b) ** 2;
    left += a * a;
    right += b * b;
  }
  if (search.distanceMeasure === 'dot-product') return dot;
  if (search.distanceMeasure === 'euclidean') return Math.sqrt(squares);
  return 1 - dot / Math.sqrt(left * right);
}

function withField(document: StoredDocument, name: string, value: FieldValue): StoredDocument {
  const { collection, id, createTime, updateTime } = document;
  const fields: Fields = Object.assign(new Fields(), document.fields, { [name]: value });
  return new StoredDocument(collection, id, fields, createTime, updateTime);
}
