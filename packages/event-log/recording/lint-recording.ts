import {
  type Lint,
  type OperationCost,
  PRICES,
  price,
  type RuleCost,
  type SourceLine,
  sentByDatabasePrice,
  storagePrice,
  storedInDatabasePrice,
} from './advice.ts';

/** A decision by rules. */
export interface RecordedDecision {
  /** JSON: `[{line, outcome}]` of each evaluated `allow`. */
  readonly allows: string;
  /** JSON: the line of the `get()`, `exists()` or `getAfter()` for each document read. */
  readonly lookups: string;
}

/** A listener's target when it was added. */
export interface RecordedListener {
  readonly query: string;
  /** Null if there is no limit. */
  readonly limit: number | null;
  readonly reads: number;
  readonly traceId: string;
}

/** A trace: its first span, and the charges of Firestore and the Realtime Database. */
export interface RecordedOperation {
  readonly service: string;
  readonly name: string;
  readonly reads: number;
  readonly dependentReads: number;
  readonly writes: number;
  readonly deletes: number;
  readonly bytes: number;
  readonly storedBytes: number;
  /** Bytes sent by the Realtime Database, and bytes stored in it. */
  readonly databaseBytes: number;
  readonly databaseStoredBytes: number;
  /** Connections to the Realtime Database. */
  readonly connections: number;
  /** The query with the most reads; null without queries. */
  readonly costliestQuery: string | null;
  readonly traceId: string;
}

const ALLOW = /^\s*allow\s+([a-z,\s]+?)\s*(?::|;)/;
/** A listener on fewer documents than this is cheap to restart. */
const MANY_DOCUMENTS = 25;
const MANY_READS = 50;
const MILLION = 1_000_000;

/** Finds `allow` statements that no recorded request has evaluated. */
export function lintRules(file: string, text: string, decisions: readonly RecordedDecision[]): Lint[] {
  const reached = new Set(
    decisions.flatMap(({ allows }) => (JSON.parse(allows) as { line: number }[]).map(({ line }) => line)),
  );
  return text.split('\n').flatMap((content, index): Lint[] => {
    const methods = ALLOW.exec(content)?.[1];
    const line = index + 1;
    if (methods === undefined || reached.has(line)) return [];
    return [
      {
        name: 'unreached-rule',
        level: 'info',
        title: `No request has reached "allow ${methods}"`,
        detail:
          'No request since the start was decided by it, so neither its grant nor its denial has been tested.',
        source: { file, line },
        fix: 'Test it, use the app where it applies, or remove it.',
      },
    ];
  });
}

/**
 * Finds listeners without a limit that initially read many documents. `sourceOf` finds the query in
 * the project's files.
 */
export function lintListeners(
  listeners: readonly RecordedListener[],
  sourceOf: (query: string) => SourceLine | null,
): Lint[] {
  const unlimited = listeners.filter(({ limit, reads }) => limit === null && reads >= MANY_DOCUMENTS);
  return [...Map.groupBy(unlimited, ({ query }) => query)].map(([query, ofQuery]): Lint => {
    const most = Math.max(...ofQuery.map(({ reads }) => reads));
    return {
      name: 'unlimited-listener',
      level: 'warning',
      title: `A listener without a limit read ${most} documents`,
      detail: `${query}: it reads all of them again for each client that opens it, and grows with the collection.`,
      source: sourceOf(query),
      fix: `Add limit(${MANY_DOCUMENTS}) and load more on demand, or filter more narrowly.`,
      ...traceOf(ofQuery.at(-1)),
    };
  });
}

/** The average cost of each kind of operation, most expensive first. */
export function operationCosts(operations: readonly RecordedOperation[]): OperationCost[] {
  return operationGroups(operations).map(({ cost }) => cost);
}

/** The operations of each kind with their cost, most expensive first. */
function operationGroups(operations: readonly RecordedOperation[]) {
  const groups = Map.groupBy(operations, (each) =>
    JSON.stringify([each.service, nameOf(each), queryOf(each)]),
  );
  return [...groups.values()]
    .map((group) => ({ group, cost: averageCost(group) }))
    .filter(({ cost }) => cost.dollarsPerMillion > 0)
    .sort((one, other) => other.cost.dollarsPerMillion - one.cost.dollarsPerMillion);
}

function averageCost(group: readonly RecordedOperation[]): OperationCost {
  const [first] = group as [RecordedOperation];
  const { service } = first;
  const average = (of: (operation: RecordedOperation) => number) =>
    group.reduce((sum, each) => sum + of(each), 0) / group.length;
  const billed = {
    reads: average(({ reads }) => reads),
    writes: average(({ writes }) => writes),
    deletes: average(({ deletes }) => deletes),
    bytes: average(({ bytes }) => bytes),
  };
  const dependentReads = average((each) => each.dependentReads);
  const storedBytes = average((each) => each.storedBytes);
  const databaseBytes = average((each) => each.databaseBytes);
  const databaseStoredBytes = average((each) => each.databaseStoredBytes);
  return {
    service,
    name: nameOf(first),
    query: queryOf(first),
    count: group.length,
    ...billed,
    bytes: billed.bytes + databaseBytes,
    dependentReads,
    storedBytes: storedBytes + databaseStoredBytes,
    connections: average(({ connections }) => connections),
    dollarsPerMillion: (price(billed) + sentByDatabasePrice(databaseBytes)) * MILLION,
    storageDollarsPerMillion:
      (storagePrice(storedBytes) + storedInDatabasePrice(databaseStoredBytes)) * MILLION,
  };
}

/** The name, with `*` for `push()` keys in paths of the Realtime Database. */
function nameOf({ service, name }: RecordedOperation): string {
  return service === 'database' ? name.replaceAll(/\/-[\w-]{19}(?![\w-])/g, '/*') : name;
}

/**
 * The query of a Firestore request that no page or function sent, because all such requests have
 * the same name otherwise. Null for an operation of the app, which has its own name. Document ids
 * in the path are replaced with `*`.
 */
function queryOf({ service, costliestQuery }: RecordedOperation): string | null {
  if (service !== 'firestore' || costliestQuery === null) return null;
  return costliestQuery.replace(/^(collection group )?\S+/, (path) => path.replaceAll(/\/[^/]+\//g, '/*/'));
}

/**
 * Finds operations that read an exceptional number of documents. `sourceOf` finds a query in the
 * project's files.
 */
export function lintOperations(
  operations: readonly RecordedOperation[],
  sourceOf: (query: string) => SourceLine | null,
): Lint[] {
  return operationGroups(operations)
    .filter(({ cost }) => cost.reads >= MANY_READS)
    .map(({ group, cost: { name, query, reads, dollarsPerMillion } }): Lint => {
      const costliest = group.reduce((one, other) => (other.reads > one.reads ? other : one));
      const { costliestQuery } = costliest;
      return {
        name: 'expensive-operation',
        level: 'warning',
        title: `${query === null ? name : `${name} of ${query}`} reads ${Math.round(reads)} documents each time`,
        detail: `$${dollarsPerMillion.toFixed(2)} per million times.${costliestQuery === null ? '' : ` Its query with the most reads: ${costliestQuery}.`}`,
        source: costliestQuery === null ? null : sourceOf(costliestQuery),
        fix: 'Open the trace and look for the operations with the most reads: add a limit, read one summary document, or cache.',
        ...traceOf(costliest),
      };
    });
}

/** The reads caused by rules, by the line of the `get()`, most reads first. */
export function ruleCosts(file: string, decisions: readonly RecordedDecision[]): RuleCost[] {
  const read = decisions.flatMap(({ lookups }) =>
    [...Map.groupBy(JSON.parse(lookups) as number[], (line) => line)].map(([line, ofLine]) => ({
      line,
      lookups: ofLine.length,
    })),
  );
  return [...Map.groupBy(read, ({ line }) => line)]
    .map(([line, group]) => {
      const lookups = group.reduce((sum, each) => sum + each.lookups, 0);
      const dollarsPerMillion = (lookups / group.length) * PRICES.read * MILLION;
      return { source: { file, line }, decisions: group.length, lookups, dollarsPerMillion };
    })
    .sort((one, other) => other.lookups - one.lookups);
}

function traceOf(recorded: { readonly traceId: string } | undefined): { traceId?: string } {
  return recorded === undefined ? {} : { traceId: recorded.traceId };
}
