// Parses queries in the SDKs' format: {i: "score", sp: 5, sn: "ada", sin: false, l: 10, vf: "r"}

import type { Primitive } from './node.ts';
import { parsePath } from './path.ts';
import { type Bound, type Index, PRIORITY, type Query } from './query.ts';
import { QueryError } from './query-error.ts';

/**
 * Parses a query from the socket; undefined is the default query.
 * @throws QueryError
 */
export function parseWireQuery(json: unknown): Query {
  if (json === undefined || json === null) return { index: PRIORITY };
  if (typeof json !== 'object') throw new QueryError('A query must be an object.');
  const wire = json as Readonly<Record<string, unknown>>;
  const start = parseBound(wire, 'sp', 'sn', 'sin');
  const end = parseBound(wire, 'ep', 'en', 'ein');
  return {
    index: parseIndex(wire.i),
    ...(start && { start }),
    ...(end && { end }),
    ...(wire.l !== undefined && {
      limit: { count: parseLimit(wire.l), from: wire.vf === 'r' ? ('last' as const) : ('first' as const) },
    }),
  };
}

function parseIndex(name: unknown): Index {
  if (name === undefined || name === '.priority') return PRIORITY;
  if (name === '.key') return { kind: 'key' };
  if (name === '.value') return { kind: 'value' };
  if (typeof name === 'string' && parsePath(name).length > 0) return { kind: 'child', path: parsePath(name) };
  throw new QueryError('Invalid index.');
}

function parseBound(
  wire: Readonly<Record<string, unknown>>,
  valueName: string,
  keyName: string,
  inclusiveName: string,
): Bound | undefined {
  if (!Object.hasOwn(wire, valueName)) return undefined;
  const value = wire[valueName];
  if (!isBoundValue(value)) throw new QueryError('Constraint index field must be a JSON primitive');
  const key = wire[keyName];
  return {
    value,
    ...(typeof key === 'string' && { key }),
    isInclusive: wire[inclusiveName] !== false,
  };
}

/** Whether a range can begin or end at JSON. A number such as 1e999 is none. */
export function isBoundValue(json: unknown): json is Primitive | null {
  if (typeof json === 'number') return Number.isFinite(json);
  return json === null || typeof json === 'string' || typeof json === 'boolean';
}

/**
 * Checks a limit.
 * @throws QueryError
 */
function parseLimit(count: unknown): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) return count;
  throw new QueryError('limit must be a positive integer');
}
