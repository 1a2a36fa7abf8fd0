import { basename, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../config/printable.ts';
import type { Project } from '../config/project.ts';
import { firestoreRules } from '../emulators/initial-rules.ts';
import { queryRows } from './query-event-log.ts';

/** An expression of a condition that was false or failed, with the values that it read. */
interface DenialCause {
  /** Such as `resource.data.userId == request.auth.uid`. */
  readonly expression: string;
  /** 1-based, in the rules file. */
  readonly line: number;
  readonly column: number;
  /** `false`, or the message of the error. */
  readonly result: string;
  /** By their expressions, as literals of the rules language. */
  readonly values: Readonly<Record<string, string>>;
}

/** A request that the rules denied. */
export interface Denial {
  readonly traceId: string;
  /** ISO 8601. */
  readonly time: string;
  readonly request: {
    /** `get`, `list`, `create`, `update` or `delete`. */
    readonly method: string;
    /** `/orders/order-1` */
    readonly path: string;
    /** Null when it was signed out. */
    readonly uid: string | null;
  };
  /**
   * The file of the rules, and the line of the first `allow` that could have granted the request;
   * null when none matches.
   */
  readonly file: string;
  readonly line: number | null;
  readonly summary: string;
  readonly causes: readonly DenialCause[];
  /** A change that would make the request succeed. */
  readonly fix: string;
}

/**
 * The parts of the emulator's explanation that are read here
 * (packages/firestore/src/rules/explain/explanation.ts).
 */
interface Explanation {
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly fileName: string;
  readonly statements: readonly {
    readonly line: number;
    readonly causes: readonly {
      readonly source: string;
      readonly line: number;
      readonly column: number;
      readonly result: string;
      readonly operands: readonly { readonly source: string; readonly value: string }[];
      readonly hint?: string;
    }[];
  }[];
  readonly others: readonly { readonly line: number; readonly methods: string }[];
}

interface DeniedSpan {
  readonly trace_id: string;
  readonly start_ms: number;
  readonly attributes: string;
}

const LAST_DENIED = `SELECT trace_id, start_ms, attributes FROM spans WHERE name = 'authorize'
  AND attributes ->> '$."rules.outcome"' = 'deny' AND (?1 IS NULL OR trace_id = ?1) ORDER BY start_ms DESC LIMIT 1`;

/** The servers send what they record each second. */
const RECORDING_MS = 3000;
const POLL_MS = 50;

/**
 * The last denied request, of a trace or of all: waits a moment for one that was denied just now.
 * Undefined when there is none. Rejects as `queryEventLog` does.
 */
export async function readDenial(
  project: Project,
  eventLogPort: number,
  traceId?: string,
): Promise<Denial | undefined> {
  for (const end = Date.now() + RECORDING_MS; ; ) {
    const [row] = await queryRows<DeniedSpan>(eventLogPort, LAST_DENIED, [traceId ?? null]);
    if (row !== undefined) return denialOf(row, rulesFilesOf(project));
    if (Date.now() >= end) return undefined;
    await delay(POLL_MS);
  }
}

function rulesFilesOf({ folder, firebase }: Project): string[] {
  return firestoreRules(firebase.firestore).map(({ rules }) => relative(folder, rules));
}

const ALL_DENIED = `SELECT trace_id, start_ms, attributes FROM spans WHERE name = 'authorize'
  AND attributes ->> '$."rules.outcome"' = 'deny' ORDER BY start_ms LIMIT 10000`;

/** The denied requests that are recorded, the first one first. Rejects as `queryEventLog` does. */
export async function readDenials(project: Project, eventLogPort: number): Promise<readonly Denial[]> {
  const rows = await queryRows<DeniedSpan>(eventLogPort, ALL_DENIED);
  return rows.map((row) => denialOf(row, rulesFilesOf(project)));
}

/**
 * The denial that a span `authorize` describes.
 * @param rulesFiles those of the project: the emulator may have read copies of them
 */
export function denialOf(
  { trace_id, start_ms, attributes }: DeniedSpan,
  rulesFiles: readonly string[] = [],
): Denial {
  const { 'rules.explanation': json = '{}', 'rules.uid': uid = null } = JSON.parse(attributes) as Partial<
    Record<string, string>
  >;
  const recorded = JSON.parse(json) as Explanation;
  const name = basename(recorded.fileName);
  const fileName = rulesFiles.find((file) => basename(file) === name) ?? name;
  const explanation = {
    ...recorded,
    fileName,
    summary: recorded.summary.replaceAll(recorded.fileName, fileName),
  };
  const { method, path, summary, statements = [] } = explanation;
  const causes = statements.flatMap((statement) => statement.causes);
  return {
    traceId: trace_id,
    time: new Date(start_ms).toISOString(),
    request: { method, path, uid },
    file: fileName,
    line: statements[0]?.line ?? null,
    summary,
    causes: causes.map(({ source, line, column, result, operands }) => ({
      expression: source,
      line,
      column,
      result,
      values: Object.fromEntries(operands.map((operand) => [operand.source, operand.value])),
    })),
    fix: fixOf(explanation, uid),
  };
}

function fixOf(
  { method, path, fileName, statements = [], others = [] }: Explanation,
  uid: string | null,
): string {
  const [first] = statements.flatMap(({ causes }) => causes);
  if (first === undefined) {
    const near = others.map(({ line, methods }) => `line ${line} allows ${methods}`).join(', ');
    return `No allow statement of ${fileName} covers ${method} ${path}${near === '' ? '' : ` (${near})`}: add one, or use another path.`;
  }
  if (first.hint !== undefined) return first.hint;
  const place = `${fileName}:${first.line}`;
  if (uid === null && first.source.includes('request.auth')) {
    return `Sign in before the request: request.auth is null at ${place}.`;
  }
  if (first.source.includes('request.auth.token')) {
    return `Give the account the claim that ${place} asks for ('${first.source}'), and sign in again: a token keeps its claims for an hour.`;
  }
  if (first.source.includes('request.resource')) {
    return `Write a document for which '${first.source}' is true (${place}).`;
  }
  if (first.source.includes('resource')) {
    return `The stored document does not satisfy '${first.source}' (${place}): request another document, sign in as its owner, or correct it.`;
  }
  return `Make '${first.source}' true (${place}), or change the rule.`;
}

/** A denial as lines of text: request, rule line, each cause with its values, fix. */
export function formatDenial({ traceId, time, request, file, line, causes, summary, fix }: Denial): string {
  const who = request.uid === null ? 'signed out' : request.uid;
  return [
    `${request.method} ${request.path} (${who}) was denied at ${time}`,
    line === null ? `rule    ${summary}` : `rule    ${file}:${line}`,
    ...causes.map((cause) => {
      const values = Object.entries(cause.values).map(([name, value]) => `${name} = ${value}`);
      const verb = cause.result === 'false' ? 'is false' : cause.result;
      return `        ${file}:${cause.line}:${cause.column} ${cause.expression} ${verb}${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
    }),
    `fix     ${fix}`,
    `trace   ${traceId}`,
  ]
    .map(printable)
    .join('\n');
}
