import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../../server/src/core/printable.ts';
import { asObjects, type Query } from './query.ts';

/** An expression in a condition that was false or failed, with the values that it read. */
interface DenialCause {
  /** Such as `resource.data.userId == request.auth.uid`. */
  readonly expression: string;
  /** 1-based line in the rules file. */
  readonly line: number;
  readonly column: number;
  /** `false`, or the message of the error. */
  readonly result: string;
  /** By expression, as literals of the rules language. */
  readonly values: Readonly<Record<string, string>>;
}

/** A request denied by rules. */
export interface Denial {
  readonly traceId: string;
  /** ISO 8601. */
  readonly time: string;
  readonly request: {
    /**
     * `get`, `list`, `create`, `update` or `delete`; for the Realtime Database `read` or `write`.
     */
    readonly method: string;
    /** `/orders/order-1` */
    readonly path: string;
    /** Null if signed out. */
    readonly uid: string | null;
  };
  /**
   * The rules file, and the line of the first `allow` that could have granted the request; null if
   * none matches.
   */
  readonly file: string;
  readonly line: number | null;
  /** For the Realtime Database, the rule on that line: `.write of /users/$uid`. */
  readonly rule?: string;
  readonly summary: string;
  readonly causes: readonly DenialCause[];
  /** A change that would make the request succeed. */
  readonly fix: string;
}

/**
 * The parts of an emulator's explanation that are used here
 * (packages/server/src/rules/explanation.ts).
 */
interface Explanation {
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly fileName: string;
  readonly statements: readonly {
    readonly rule?: string;
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
  /** `firestore`, `storage` or `database`. */
  readonly service: string;
  readonly trace_id: string;
  readonly start_ms: number;
  readonly attributes: string;
}

/** The rules files of a project, relative to it, by service. */
export type RulesFiles = Readonly<Partial<Record<string, readonly string[]>>>;

const DENIED = `SELECT service, trace_id, start_ms, attributes FROM spans WHERE name = 'authorize'
  AND attributes ->> '$."rules.outcome"' = 'deny'`;
const LAST_DENIED = `${DENIED} AND (?1 IS NULL OR trace_id = ?1) ORDER BY start_ms DESC LIMIT 1`;
const ALL_DENIED = `${DENIED} ORDER BY start_ms LIMIT 10000`;
/** Servers send their recordings every second. */
const RECORDING_MS = 3000;
const POLL_MS = 50;

/**
 * The last denied request, in one trace or in all. Waits briefly for a very recent one. Undefined
 * if there is none. Rejects like `query`.
 */
export async function readDenial(
  query: Query,
  rulesFiles: RulesFiles,
  traceId?: string,
): Promise<Denial | undefined> {
  for (const end = Date.now() + RECORDING_MS; ; ) {
    const [row] = asObjects<DeniedSpan>(await query(LAST_DENIED, [traceId ?? null]));
    if (row !== undefined) return denialOf(row, rulesFiles);
    if (Date.now() >= end) return undefined;
    await delay(POLL_MS);
  }
}

/** The recorded denied requests, oldest first. Rejects like `query`. */
export async function readDenials(query: Query, rulesFiles: RulesFiles): Promise<readonly Denial[]> {
  return asObjects<DeniedSpan>(await query(ALL_DENIED)).map((row) => denialOf(row, rulesFiles));
}

/**
 * Converts a span `authorize` to a denial.
 * @param rulesFiles the project's own, because the emulator may have read copies
 */
export function denialOf(
  { service, trace_id, start_ms, attributes }: DeniedSpan,
  rulesFiles: RulesFiles = {},
): Denial {
  const recorded = JSON.parse(attributes) as Partial<Record<string, string>>;
  const uid = recorded['rules.uid'] ?? null;
  const files = rulesFiles[service] ?? [];
  const when = { traceId: trace_id, time: new Date(start_ms).toISOString() };
  const original = explanationOf(recorded);
  if (original === undefined) {
    const { 'rules.method': method = '', 'rules.path': path = '' } = recorded;
    const file = files[0] ?? `${service}.rules`;
    return {
      ...when,
      request: { method, path: `/${path}`, uid },
      file,
      line: null,
      summary: 'The values are too long to be recorded',
      causes: [],
      fix: `Repeat the request with less data, or read the ${service === 'database' ? 'rules' : 'allow statements'} in ${file} that cover it.`,
    };
  }
  const name = basename(original.fileName);
  // An instance of the Realtime Database receives the text of its rules without a file name.
  const named = service === 'database' ? files[0] : undefined;
  const fileName = files.find((file) => basename(file) === name) ?? named ?? name;
  const explanation = {
    ...original,
    fileName,
    summary: original.summary.replaceAll(original.fileName, fileName),
  };
  const { method, path, summary, statements = [] } = explanation;
  const causes = statements.flatMap((statement) => statement.causes);
  return {
    ...when,
    request: { method, path, uid },
    file: fileName,
    line: statements[0]?.line ?? null,
    ...(statements[0]?.rule === undefined ? {} : { rule: statements[0].rule }),
    summary,
    causes: causes.map(({ source, line, column, result, operands }) => ({
      expression: source,
      line,
      column,
      result,
      values: Object.fromEntries(operands.map((operand) => [operand.source, operand.value])),
    })),
    fix:
      service === 'database'
        ? databaseFixOf(explanation, uid)
        : fixOf(explanation, uid, service === 'storage' ? 'file' : 'document'),
  };
}

/** Undefined if it is not JSON, because the event log truncates attributes over 64 KiB. */
function explanationOf({
  'rules.explanation': json,
}: Partial<Record<string, string>>): Explanation | undefined {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function fixOf(
  { method, path, fileName, statements = [], others = [] }: Explanation,
  uid: string | null,
  what: 'document' | 'file',
): string {
  const [first] = statements.flatMap(({ causes }) => causes);
  if (first === undefined) {
    return `No allow statement in ${fileName} covers ${method} ${path}${linesOf(others)}: add one, or use another path.`;
  }
  if (first.hint !== undefined) return first.hint;
  const place = `${fileName}:${first.line}`;
  if (uid === null && first.source.includes('request.auth')) {
    return `Sign in before the request: request.auth is null at ${place}.`;
  }
  if (first.source.includes('request.auth.token')) {
    return `Give the account the claim that ${place} asks for ('${first.source}'), then sign in again: a token keeps its claims for an hour.`;
  }
  if (first.source.includes('request.resource')) {
    return `Write a ${what} for which '${first.source}' is true (${place}).`;
  }
  if (first.source.includes('resource')) {
    return `The stored ${what} does not satisfy '${first.source}' (${place}): request another ${what}, sign in as its owner, or correct it.`;
  }
  return `Make '${first.source}' true (${place}), or change the rule.`;
}

/** The lines that allow similar requests, in parentheses. */
function linesOf(others: Explanation['others']): string {
  const near = others.map(({ line, methods }) => `line ${line} allows ${methods}`).join(', ');
  return near === '' ? '' : ` (${near})`;
}

function databaseFixOf(
  { method, path, fileName, statements = [], others = [] }: Explanation,
  uid: string | null,
): string {
  const [first] = statements.flatMap(({ causes }) => causes);
  if (first === undefined) {
    return `No .${method} rule in ${fileName} applies to ${path}${linesOf(others)}: add one, or use another path.`;
  }
  const place = `${fileName}:${first.line}`;
  if (first.source === 'false') {
    return `The rules deny everyone at ${place}${linesOf(others)}: use another path, or change the rule.`;
  }
  if (uid === null && /\bauth\b/.test(first.source)) {
    return `Sign in before the request: auth is null at ${place}.`;
  }
  if (/\bauth\.token\b/.test(first.source)) {
    return `Give the account the claim that ${place} asks for ('${first.source}'), then sign in again: a token keeps its claims for an hour.`;
  }
  if (/\bnewData\b/.test(first.source)) {
    return `Write data for which '${first.source}' is true (${place}).`;
  }
  if (/\b(data|root)\b/.test(first.source)) {
    return `The stored data does not satisfy '${first.source}' (${place}): use another path, or correct it.`;
  }
  if (/\bquery\b/.test(first.source)) {
    return `Send a query for which '${first.source}' is true (${place}).`;
  }
  return `Make '${first.source}' true (${place}), or change the rule.`;
}

/** Formats a denial as lines of text: request, rule line, each cause with its values, fix. */
export function formatDenial({
  traceId,
  time,
  request,
  file,
  line,
  rule,
  causes,
  summary,
  fix,
}: Denial): string {
  const who = request.uid === null ? 'signed out' : request.uid;
  return [
    `${request.method} ${request.path} (${who}) was denied at ${time}`,
    line === null ? `rule    ${summary}` : `rule    ${file}:${line}${rule === undefined ? '' : ` ${rule}`}`,
    ...causes.map((cause) => {
      const values = Object.entries(cause.values).map(([name, value]) => `${name} = ${value}`);
      const verb = cause.result === 'false' ? 'is false' : `failed: ${cause.result}`;
      return `        ${file}:${cause.line}:${cause.column} ${cause.expression} ${verb}${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
    }),
    `fix     ${fix}`,
    `trace   ${traceId}`,
  ]
    .map(printable)
    .join('\n');
}
