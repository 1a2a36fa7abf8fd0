// The text of the Rules page about requests and coverage, independent of rendering.
import type { CoverageNode, DecidedRequest, RulesValue } from './rules-endpoints.ts';

const MAX_DEPTH = 4;
const MAX_TEXT_LENGTH = 200;

/** Formats a value of the rules language, such as `{uid: 'alice'}`, truncated when long. */
export function formatRulesValue(value: RulesValue, depth = 0): string {
  const [kind, content] = Object.entries(value)[0] ?? ['', undefined];
  switch (kind) {
    case '':
      return 'not evaluated';
    case 'nullValue':
      return 'null';
    case 'stringValue':
      return `'${String(content).slice(0, MAX_TEXT_LENGTH)}'`;
    case 'undefined':
      return `error: ${(content as { causeMessage?: string }).causeMessage ?? 'undefined'}`;
    case 'mapValue': {
      if (depth >= MAX_DEPTH) return '{…}';
      const fields = Object.entries((content as { fields?: Record<string, RulesValue> }).fields ?? {});
      return cut(
        `{${fields.map(([key, each]) => `${key}: ${formatRulesValue(each, depth + 1)}`).join(', ')}}`,
      );
    }
    case 'listValue': {
      if (depth >= MAX_DEPTH) return '[…]';
      const values = (content as { values?: RulesValue[] }).values ?? [];
      return cut(`[${values.map((each) => formatRulesValue(each, depth + 1)).join(', ')}]`);
    }
    case 'pathValue': {
      const segments = (content as { segments?: { simple?: string }[] }).segments ?? [];
      return segments.map(({ simple = '*' }) => `/${simple}`).join('');
    }
    default:
      return typeof content === 'object' ? cut(JSON.stringify(content)) : String(content);
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}

/** The value at a path of map keys. */
export function valueIn(value: RulesValue | undefined, ...keys: string[]): RulesValue | undefined {
  return keys.reduce<RulesValue | undefined>(
    (each, key) => (each?.mapValue as { fields?: Record<string, RulesValue> } | undefined)?.fields?.[key],
    value,
  );
}

/** The sender of a request: the email or uid of its token. */
export function senderOf({ outcome, rulesContext: { request } }: DecidedRequest): string {
  if (outcome === 'admin') return 'administrator';
  const email = valueIn(request, 'auth', 'token', 'email')?.stringValue;
  const uid = valueIn(request, 'auth', 'uid')?.stringValue;
  return String(email ?? uid ?? 'signed out');
}

/**
 * The database and path of a request: `/databases/D/documents/a/b` is D and `/a/b`. For Storage,
 * `/b/B/o/a/b`, the bucket and the file path; for the Realtime Database, `/instances/N/refs/a/b`,
 * the namespace and the path.
 */
export function targetOf({ rulesContext: { path } }: DecidedRequest): { databaseId: string; path: string } {
  const [, , databaseId = '', , ...segments] = path.split('/');
  return { databaseId, path: `/${segments.join('/')}` };
}

/** Returns whether rules did not allow it. */
export function isDenied({ outcome }: DecidedRequest): boolean {
  return outcome === 'deny' || outcome === 'error';
}

/** Sorts denied requests first, keeping the order (newest first) in each part. */
export function deniedFirst(requests: readonly DecidedRequest[]): DecidedRequest[] {
  return [...requests.filter(isDenied), ...requests.filter((request) => !isDenied(request))];
}

/** The reason for a denial on one line: its first and most telling cause. */
export function reasonOf({ explanation, rulesContext }: DecidedRequest): string | undefined {
  if (explanation === undefined) return undefined;
  const cause = explanation.statements.flatMap(({ causes }) => causes)[0];
  if (cause === undefined) {
    const isDatabase = rulesContext.path.startsWith('/instances/');
    return isDatabase ? 'No rule applies to the path.' : 'No allow statement matches.';
  }
  return cause.result === 'false' ? `${cause.source} is false` : `${cause.source} failed: ${cause.result}`;
}

/** The evaluations on a line of the rules. */
export interface LineCoverage {
  /** Evaluations of the conditions that begin on the line. */
  readonly evaluations: number;
  readonly granted: number;
  readonly denied: number;
  readonly failed: number;
  readonly nodes: readonly CoverageNode[];
}

/** Coverage by line, counted from 1. Lines without conditions have none. */
export function coverageByLine(report: readonly CoverageNode[]): Map<number, LineCoverage> {
  const lines = new Map<number, LineCoverage>();
  const add = (node: CoverageNode, isRoot: boolean) => {
    const { line } = node.sourcePosition;
    const old = lines.get(line) ?? { evaluations: 0, granted: 0, denied: 0, failed: 0, nodes: [] };
    const count = (matches: (value: RulesValue) => boolean) =>
      isRoot ? sum((node.values ?? []).filter(({ value }) => matches(value))) : 0;
    lines.set(line, {
      evaluations: Math.max(
        old.evaluations,
        sum((node.values ?? []).filter(({ value }) => !isSkipped(value))),
      ),
      granted: old.granted + count(({ boolValue }) => boolValue === true),
      denied: old.denied + count(({ boolValue }) => boolValue === false),
      failed: old.failed + count((value) => 'undefined' in value),
      nodes: [...old.nodes, node],
    });
    for (const child of node.children ?? []) add(child, false);
  };
  for (const node of report) add(node, true);
  return lines;
}

/** The coverage mark of a line: whether its conditions were evaluated, and ever true. */
export function coverageMark({ evaluations, granted, denied, failed }: LineCoverage): string {
  if (evaluations === 0) return 'uncovered';
  // On continuation lines of a condition, neither counts.
  return granted === 0 && denied + failed > 0 ? 'never-true' : 'covered';
}

/** The evaluated expressions, each before its sub-expressions. */
export function evaluatedExpressions(report: readonly CoverageNode[]): CoverageNode[] {
  return report.flatMap((node) => [
    ...((node.values ?? []).some(({ value }) => !isSkipped(value)) ? [node] : []),
    ...evaluatedExpressions(node.children ?? []),
  ]);
}

/**
 * Converts a position in the rules, which counts Unicode scalar values, to an offset in a
 * JavaScript string.
 */
export function utf16Offset(text: string, scalars: number): number {
  let offset = 0;
  for (let count = 0; count < scalars && offset < text.length; count++) {
    offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
  }
  return offset;
}

function isSkipped(value: RulesValue): boolean {
  return Object.keys(value).length === 0;
}

function sum(values: readonly { readonly count: number }[]): number {
  return values.reduce((total, { count }) => total + count, 0);
}
