/**
 * Explanations of decisions: as plain data, as one log line, and as an error detail that fits into
 * the trailers of a gRPC call.
 */
import type { ErrorDetail } from '../core/rpc-error.ts';

const MAXIMUM_SOURCE = 160;

/** Converts a source text to one line, truncated when long. */
export function singleLine(source: string): string {
  const text = source.replaceAll(/\s+/g, ' ');
  return text.length > MAXIMUM_SOURCE ? `${text.slice(0, MAXIMUM_SOURCE - 1)}…` : text;
}

/** A sub-expression and its value. */
export interface OperandExplanation {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly type: string;
  /** A literal of the rules language if possible; truncated when long. */
  readonly value: string;
}

/** The innermost expression that caused a condition to be false or an error. */
export interface CauseExplanation {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** `false`, or the message of the error. */
  readonly result: string;
  readonly operands: readonly OperandExplanation[];
  /** How the author of a query can satisfy the condition. */
  readonly hint?: string;
}

/** An evaluated allow statement, or an evaluated rule of the Realtime Database. */
export interface AllowExplanation {
  /** For a rule of the Realtime Database: `.write of /users/$uid`. */
  readonly rule?: string;
  readonly line: number;
  readonly column: number;
  readonly condition: string;
  readonly outcome: 'granted' | 'false' | 'error';
  /**
   * Empty when granted. Each operand of `||` has its own causes; comparisons with null come last.
   */
  readonly causes: readonly CauseExplanation[];
}

/** Why a request was granted or denied. */
export interface Explanation {
  readonly allowed: boolean;
  /** The reason on one line, without the request. */
  readonly summary: string;
  readonly method: string;
  /** Such as `/carts/alice`. */
  readonly path: string;
  readonly fileName: string;
  readonly statements: readonly AllowExplanation[];
  /**
   * Statements that match the path but apply to other methods. Listed only if no statement was
   * evaluated.
   */
  readonly others: readonly { readonly line: number; readonly methods: string }[];
}

/**
 * Formats an explanation on one line: `get /carts/alice denied: firestore.rules:20:23
 * 'request.auth.uid == userId' is false (...)`.
 */
export function explanationLine({ allowed, method, path, summary }: Explanation): string {
  return `${method} ${path} ${allowed ? 'granted' : 'denied'}: ${summary}`;
}

/**
 * Summarizes the reason on one line: `firestore.rules:20:23 'request.auth.uid == userId' is false
 * (userId = 'bob')`. `unmatched` is the reason if nothing was evaluated.
 */
export function summarize(
  explanation: Omit<Explanation, 'summary'>,
  unmatched = `no allow statement for '${explanation.method}' matches`,
): string {
  const { fileName, statements, others } = explanation;
  const granting = statements.find(({ outcome }) => outcome === 'granted');
  if (granting !== undefined) return `${fileName}:${granting.line}:${granting.column}`;
  if (statements.length === 0) {
    const hint = others.map(({ line, methods }) => `line ${line} allows ${methods}`).join(', ');
    return `${unmatched}${hint === '' ? '' : ` (${hint})`}`;
  }
  return statements
    .flatMap(({ rule, causes }) => causes.map((cause) => describeCause(fileName, rule, cause)))
    .join('; ');
}

function describeCause(fileName: string, rule: string | undefined, cause: CauseExplanation): string {
  const values = cause.operands.map(({ source, value }) => `${source} = ${value}`).join(', ');
  const verb = cause.result === 'false' ? 'is false' : `failed: ${cause.result}`;
  const hint = cause.hint === undefined ? '' : ` [${cause.hint}]`;
  const of = rule === undefined ? '' : ` ${rule}:`;
  return `${fileName}:${cause.line}:${cause.column}${of} '${cause.source}' ${verb}${values === '' ? '' : ` (${values})`}${hint}`;
}

const COMPARES_WITH_NULL = /[!=]=\s*null$|^null\s*[!=]=/;

/**
 * Moves comparisons with null to the end: the existence of a value says less about a denial than
 * differing values.
 */
export function mostTellingFirst(causes: readonly CauseExplanation[]): CauseExplanation[] {
  const comparesWithNull = ({ source }: CauseExplanation) => COMPARES_WITH_NULL.test(source);
  return [...causes.filter((each) => !comparesWithNull(each)), ...causes.filter(comparesWithNull)];
}

/** Longer summaries are truncated, because an error message is a single HTTP/2 header. */
const MAXIMUM_SUMMARY_LENGTH = 600;

/**
 * The message of a PERMISSION_DENIED error: the outcomes in the official emulator's format,
 * `\nfalse for 'get' @ L5`, then a line with the deciding expressions, their positions and values.
 */
export function deniedMessage(outcomes: string, { summary }: Explanation): string {
  if (outcomes.includes(summary)) return outcomes;
  const cut =
    summary.length > MAXIMUM_SUMMARY_LENGTH ? `${summary.slice(0, MAXIMUM_SUMMARY_LENGTH)}...` : summary;
  return `${outcomes}\n${cut}`;
}

/** The trailers of a gRPC call are HTTP/2 headers: peers reject more than a few kilobytes. */
const MAXIMUM_DETAIL_LENGTH = 4000;

/**
 * Converts an explanation to an error detail (a google.protobuf.Struct) for the body of a REST
 * response and for `grpc-status-details-bin`. Statements beyond the maximum length are omitted.
 */
export function explanationDetail(explanation: Explanation): ErrorDetail {
  const value = {
    ...explanation,
    summary: explanation.summary.slice(0, 1000),
    statements: [] as AllowExplanation[],
  };
  let length = JSON.stringify(value).length;
  for (const statement of explanation.statements) {
    length += JSON.stringify(statement).length;
    if (length > MAXIMUM_DETAIL_LENGTH) break;
    value.statements.push(statement);
  }
  return { '@type': 'type.googleapis.com/google.protobuf.Struct', value };
}
