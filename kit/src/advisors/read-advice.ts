import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { getProject, projectPath } from '../config/project.ts';
import { queryRows } from '../data/query-event-log.ts';
import { findSourceQueries } from '../deployment/source-queries.ts';
import { type Advice, type Lint, PRICES, type SourceLine } from './advice.ts';
import { lintIndexes, type RequiredIndex } from './lint-indexes.ts';
import {
  lintListeners,
  lintOperations,
  lintRules,
  lintWrites,
  operationCosts,
  type RecordedDecision,
  type RecordedListener,
  type RecordedOperation,
  type RecordedWrite,
  ruleCosts,
} from './lint-recording.ts';

const attribute = (name: string) => `attributes ->> '$."${name}"'`;
const total = (name: string) => `coalesce(sum(s.attributes ->> '$."firestore.${name}"'), 0)`;
/** What Studio and the kit do themselves is recorded, too, but nothing to advise on: they are the owner. */
const QUERIES = `SELECT ${attribute('firestore.query')} AS query, ${attribute('firestore.indexes')} AS indexes, max(trace_id) AS traceId
  FROM spans WHERE ${attribute('firestore.indexes')} IS NOT NULL GROUP BY 1, 2`;
const DECISIONS = `SELECT ${attribute('rules.allows')} AS allows, (SELECT count(*) FROM json_each(events)) AS lookups
  FROM spans WHERE name = 'authorize' AND ${attribute('rules.allows')} IS NOT NULL ORDER BY start_ms DESC LIMIT 10000`;
const LISTENERS = `SELECT ${attribute('firestore.query')} AS query, ${attribute('firestore.limit')} AS "limit",
  coalesce(${attribute('firestore.reads')}, 0) AS reads, trace_id AS traceId
  FROM spans WHERE name = 'listen target' AND ${attribute('firestore.query')} IS NOT NULL ORDER BY start_ms DESC LIMIT 10000`;
const WRITES = `SELECT event.value ->> '$.attributes.path' AS path, event.value ->> '$.time_ms' AS timeMs, trace_id AS traceId
  FROM spans, json_each(spans.events) AS event WHERE spans.name = 'apply commit' ORDER BY start_ms DESC LIMIT 10000`;
/** The first span of a trace that is recorded names it; a connection of minutes is named by the span that opened it. */
const OPERATIONS = `SELECT s.trace_id AS traceId, ${total('reads')} AS reads, ${total('dependent_reads')} AS dependentReads,
  ${total('writes')} AS writes, ${total('deletes')} AS deletes, ${total('bytes_sent')} AS bytes,
  (SELECT r.service FROM spans r WHERE r.trace_id = s.trace_id ORDER BY r.start_ms LIMIT 1) AS service,
  (SELECT r.name FROM spans r WHERE r.trace_id = s.trace_id ORDER BY r.start_ms LIMIT 1) AS name
  FROM spans s GROUP BY s.trace_id HAVING reads + writes + deletes > 0 LIMIT 10000`;

/**
 * The advice on what a running stack has recorded since its start.
 * @throws UserError when its event log does not respond
 */
export async function readAdvice(eventLogPort: number): Promise<Advice> {
  const rows = <Row>(sql: string) => queryRows<Row>(eventLogPort, sql);
  const [queries, decisions, listeners, writes, operations] = await Promise.all([
    rows<{ query: string; indexes: string; traceId: string }>(QUERIES),
    rows<RecordedDecision>(DECISIONS),
    rows<RecordedListener>(LISTENERS),
    rows<RecordedWrite>(WRITES),
    rows<RecordedOperation>(OPERATIONS),
  ]);
  const { indexes, rules } = getProject().firebase.firestore ?? {};
  const indexed = queries.map(({ query, indexes: json, traceId }) => {
    return { query, indexes: JSON.parse(json) as RequiredIndex[], traceId };
  });
  return {
    lints: [
      ...fromFile(indexes, (file, text) => lintIndexes(file, text, indexed)),
      ...lintOperations(operations),
      ...lintListeners(listeners, findQuery),
      ...lintWrites(writes),
      ...fromFile(rules, (file, text) => lintRules(file, text, decisions)),
    ],
    operations: operationCosts(operations).slice(0, 50),
    rules: ruleCosts(decisions),
    pricedFor: PRICES.location,
  };
}

function fromFile(path: string | undefined, lint: (file: string, text: string) => Lint[]): Lint[] {
  if (path === undefined || !existsSync(path)) return [];
  return lint(relative(projectPath(), path), readFileSync(path, 'utf8'));
}

/** The first place in the project's sources that queries the collection. */
function findQuery(query: string): SourceLine | null {
  const collection = query
    .replace(/^collection group /, '')
    .split(' ')[0]
    ?.split('/')
    .at(-1);
  const found = findSourceQueries().find((each) => each.collection === collection);
  if (found === undefined) return null;
  const lines = readFileSync(projectPath(found.file), 'utf8').split('\n');
  const index = lines.findIndex((line) => new RegExp(`['"\`/]${collection}['"\`]`).test(line));
  return { file: found.file, line: index + 1 || 1 };
}
