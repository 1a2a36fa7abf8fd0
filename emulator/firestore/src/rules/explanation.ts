/**
 * Why a request was denied, as plain data and as one line. Owns the shape, the wording and the bounds that make
 * an explanation fit into a log line and into the trailers of a gRPC call.
 */
import type { ErrorDetail } from '../core/rpc-error.ts';

/** A sub-expression and the value it had. */
export interface OperandExplanation {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly type: string;
  /** In the language's own spelling, cut when long. */
  readonly value: string;
}

/** The innermost expression that made a condition false or an error. */
export interface CauseExplanation {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** `false`, or the text of the error. */
  readonly result: string;
  readonly operands: readonly OperandExplanation[];
  /** What the author of a query can do about it. */
  readonly hint?: string;
}

/** An allow statement that was tried. */
export interface AllowExplanation {
  readonly line: number;
  readonly column: number;
  readonly condition: string;
  readonly outcome: 'granted' | 'false' | 'error';
  /** Empty when granted. Both sides of an `||` have their cause. */
  readonly causes: readonly CauseExplanation[];
}

export interface Explanation {
  readonly allowed: boolean;
  /** The reason on one line, without the request. */
  readonly summary: string;
  readonly method: string;
  /** `/carts/alice` */
  readonly path: string;
  readonly fileName: string;
  readonly statements: readonly AllowExplanation[];
  /** Statements that match the path but name other methods; told when no statement was tried. */
  readonly others: readonly { readonly line: number; readonly methods: string }[];
}

/** The whole story on one line: `get /carts/alice denied: firestore.rules:20:23 'request.auth.uid == userId' is false (...)`. */
export function explanationLine({ allowed, method, path, summary }: Explanation): string {
  return `${method} ${path} ${allowed ? 'granted' : 'denied'}: ${summary}`;
}

/** The reason on one line: `firestore.rules:20:23 'request.auth.uid == userId' is false (userId = 'bob')`. */
export function summarize(explanation: Omit<Explanation, 'summary'>): string {
  const { method, fileName, statements, others } = explanation;
  const granting = statements.find(({ outcome }) => outcome === 'granted');
  if (granting !== undefined) return `${fileName}:${granting.line}:${granting.column}`;
  if (statements.length === 0) {
    const near = others.map(({ line, methods }) => `line ${line} allows ${methods}`).join(', ');
    return `no allow statement for '${method}' matches${near === '' ? '' : ` (${near})`}`;
  }
  const causes = statements.flatMap((statement) => statement.causes);
  return causes.map((cause) => describe(fileName, cause)).join('; ');
}

function describe(fileName: string, cause: CauseExplanation): string {
  const values = cause.operands.map(({ source, value }) => `${source} = ${value}`).join(', ');
  const verb = cause.result === 'false' ? 'is false' : `failed: ${cause.result}`;
  const hint = cause.hint === undefined ? '' : ` [${cause.hint}]`;
  return `${fileName}:${cause.line}:${cause.column} '${cause.source}' ${verb}${values === '' ? '' : ` (${values})`}${hint}`;
}

/** Trailers of a gRPC call are headers: peers refuse more than some kilobytes of them. */
const MAXIMUM_DETAIL_LENGTH = 4000;

/** The explanation as an error detail, for the REST body and `grpc-status-details-bin`. Statements that do not fit are left off. */
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
