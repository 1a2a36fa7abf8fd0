import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Advice, PRICES, type SourceLine } from './advice.ts';
import { type LimitsAdvice, lintLimits } from './limits.ts';
import { type DatabaseQuery, lintDatabaseIndexes } from './lint-database-indexes.ts';
import { lintIndexes, type RequiredIndex } from './lint-indexes.ts';
import {
  lintListeners,
  lintOperations,
  lintRules,
  operationCosts,
  type RecordedDecision,
  type RecordedListener,
  type RecordedOperation,
  ruleCosts,
} from './lint-recording.ts';
import { asObjects, type Query } from './query.ts';

const attribute = (name: string) => `attributes ->> '$."${name}"'`;
const total = (name: string) => `coalesce(sum(s.attributes ->> '$."${name}"'), 0)`;
/**
 * Requests of Studio and the kit are recorded, too, but excluded from advice. They are sent as the
 * owner.
 */
const QUERIES = `SELECT ${attribute('firestore.query')} AS query, ${attribute('firestore.indexes')} AS indexes, max(trace_id) AS traceId
  FROM spans WHERE ${attribute('firestore.indexes')} IS NOT NULL GROUP BY 1, 2`;
const DECISIONS = `SELECT ${attribute('rules.allows')} AS allows, (SELECT json_group_array(event.value ->> '$.attributes.line') FROM json_each(events) AS event) AS lookups
  FROM spans WHERE name = 'authorize' AND service = 'firestore' AND ${attribute('rules.allows')} IS NOT NULL ORDER BY start_ms DESC LIMIT 10000`;
const LISTENERS = `SELECT ${attribute('firestore.query')} AS query, ${attribute('firestore.limit')} AS "limit",
  coalesce(${attribute('firestore.reads')}, 0) AS reads, trace_id AS traceId
  FROM spans WHERE name = 'listen target' AND ${attribute('firestore.query')} IS NOT NULL ORDER BY start_ms DESC LIMIT 10000`;
const DATABASE_QUERIES = `SELECT namespace, path, "index", isListener, max(traceId) AS traceId FROM (
    SELECT ${attribute('namespace')} AS namespace, ${attribute('database.path')} AS path, ${attribute('database.index')} AS "index",
      name LIKE 'listen %' AS isListener, trace_id AS traceId
    FROM spans WHERE service = 'database' AND ${attribute('database.index')} IS NOT NULL)
  GROUP BY 1, 2, 3, 4`;
/**
 * The first recorded span of a trace names it; a long-lived connection is named by the span that
 * opened it. The start of a worker is excluded, because it may precede the request that waited for
 * it.
 */
const FIRST_SPAN = `FROM spans r WHERE r.trace_id = s.trace_id ORDER BY r.name = 'cold start', r.start_ms LIMIT 1`;

const OPERATIONS = `SELECT s.trace_id AS traceId, ${total('firestore.reads')} AS reads, ${total('firestore.dependent_reads')} AS dependentReads,
  ${total('firestore.writes')} AS writes, ${total('firestore.deletes')} AS deletes, ${total('firestore.bytes_sent')} AS bytes,
  ${total('database.bytes_sent')} AS databaseBytes, ${total('database.stored_bytes')} AS databaseStoredBytes,
  ${total('database.connections')} AS connections,
  (SELECT coalesce(sum(coalesce(event.value ->> '$.attributes.after_bytes', 0) - coalesce(event.value ->> '$.attributes.before_bytes', 0)), 0)
    FROM spans w, json_each(w.events) AS event WHERE w.trace_id = s.trace_id AND w.name = 'apply commit') AS storedBytes,
  (SELECT q.attributes ->> '$."firestore.query"' FROM spans q WHERE q.trace_id = s.trace_id AND q.attributes ->> '$."firestore.query"' IS NOT NULL
    ORDER BY q.attributes ->> '$."firestore.reads"' DESC LIMIT 1) AS costliestQuery,
  (SELECT r.service ${FIRST_SPAN}) AS service,
  (SELECT r.name ${FIRST_SPAN}) AS name
  FROM spans s GROUP BY s.trace_id HAVING reads + writes + deletes + databaseBytes > 0 LIMIT 10000`;

/** The project's files that advice refers to. */
export interface AdvisedFiles {
  /** Of the project. */
  readonly folder: string;
  /** Absolute paths; undefined if the project has no such file. */
  readonly indexes: string | undefined;
  readonly rules: string | undefined;
  /** The rules files of the Realtime Database, with their instances. */
  readonly database: readonly { readonly file: string; readonly instance: string }[];
  /** Finds the line of the project's sources that uses a collection. */
  readonly findCollection: (collection: string) => SourceLine | null;
}

/**
 * The advice on a stack's recording since its start. `limits` is undefined without the kit's
 * Firestore emulator. Rejects like `query`.
 */
export async function readAdvice(query: Query, files: AdvisedFiles, limits?: LimitsAdvice): Promise<Advice> {
  const rows = async <Row>(sql: string) => asObjects<Row>(await query(sql));
  const [queries, decisions, listeners, operations, databaseQueries] = await Promise.all([
    rows<{ query: string; indexes: string; traceId: string }>(QUERIES),
    rows<RecordedDecision>(DECISIONS),
    rows<RecordedListener>(LISTENERS),
    rows<RecordedOperation>(OPERATIONS),
    rows<DatabaseQuery & { namespace: string }>(DATABASE_QUERIES),
  ]);
  const { folder, indexes, rules, database, findCollection } = files;
  const findQuery = (query: string) => findCollection(collectionOf(query));
  const indexed = queries.map(({ query, indexes: json, traceId }) => {
    return { query, indexes: JSON.parse(json) as RequiredIndex[], traceId };
  });
  return {
    lints: [
      ...fromFile(folder, indexes, (file, text) => lintIndexes(file, text, indexed)),
      ...lintOperations(operations, findQuery),
      ...lintListeners(listeners, findQuery),
      ...(limits === undefined ? [] : lintLimits(limits)),
      ...fromFile(folder, rules, (file, text) => lintRules(file, text, decisions)),
      ...[...Map.groupBy(database, ({ file }) => file)].flatMap(([path, all]) => {
        const ofFile = databaseQueries.filter(({ namespace }) =>
          all.some(({ instance }) => instance === namespace),
        );
        return fromFile(folder, path, (file, text) => lintDatabaseIndexes(file, text, ofFile));
      }),
    ],
    operations: operationCosts(operations).slice(0, 50),
    rules: fromFile(folder, rules, (file) => ruleCosts(file, decisions)),
    pricedFor: PRICES.location,
  };
}

/** Applies a function to a file of the project; returns nothing if there is no file. */
function fromFile<Found>(
  folder: string,
  path: string | undefined,
  read: (file: string, text: string) => Found[],
): Found[] {
  if (path === undefined || !existsSync(path)) return [];
  return read(relative(folder, path), readFileSync(path, 'utf8'));
}

/** The collection id in a recorded query. */
function collectionOf(query: string): string {
  const [path] = query.replace(/^collection group /, '').split(' ');
  return path?.split('/').at(-1) ?? '';
}
