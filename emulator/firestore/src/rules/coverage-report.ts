/**
 * Coverage in the forms that tools read: Google's JSON, lcov with lines and branches, and a page for people.
 * Owns the forms; the counts come from coverage.ts.
 */
import type { Coverage, ValueCounts } from './coverage.ts';
import { coverageHtml } from './coverage-html.ts';
import { collectDeclarations, type RootExpression, rootExpressions } from './declarations.ts';
import { toExpressionValue } from './expression-value.ts';
import type { CompiledAllowStatement } from './ruleset-compiler.ts';
import type { SourceRange, SourceText } from './source-text.ts';
import { childrenOf, type Expression } from './syntax.ts';
import { RulesError } from './value.ts';

export type CoverageFormat = 'json' | 'html' | 'lcov';

/** A report and what it is. */
export interface CoverageReport {
  readonly contentType: string;
  readonly text: string;
}

/** The coverage of a ruleset since it was loaded. */
export function coverageReport(coverage: Coverage, form: CoverageFormat): CoverageReport {
  switch (form) {
    case 'json':
      return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(coverageJson(coverage)) };
    case 'lcov':
      return { contentType: 'text/plain; charset=utf-8', text: coverageLcov(coverage) };
    case 'html':
      return { contentType: 'text/html; charset=utf-8', text: coverageHtml(coverage) };
  }
}

interface ReportNode {
  readonly sourcePosition: object;
  readonly values?: readonly { readonly value: object; readonly count: number }[];
  readonly children?: readonly ReportNode[];
}

/** One root per condition, binding and function result; literals are left out, and so is an empty report. */
export function coverageJson(coverage: Coverage): object {
  const { file, source } = coverage;
  const report = rootsInOrder(coverage).flatMap(({ expression }) =>
    reportNodes(expression, coverage, evaluationsOf(expression, coverage)),
  );
  return {
    rules: { files: [{ name: source.fileName, content: source.text }] },
    ...(report.length === 0 || file.services.length === 0 ? {} : { report }),
  };
}

function rootsInOrder({ file }: Coverage): readonly RootExpression[] {
  return rootExpressions(collectDeclarations(file)).toSorted(
    (a, b) => a.expression.start - b.expression.start,
  );
}

/** `evaluations` is how often the root ran: where a node ran less often, `&&`, `||` or `?:` passed it by. */
function reportNodes(node: Expression, coverage: Coverage, evaluations: number): ReportNode[] {
  if (node.kind === 'literal') return [];
  if (node.kind === 'parenthesized') return reportNodes(node.inner, coverage, evaluations);
  const counts = coverage.valueCounts(node);
  const values = counts === undefined ? [] : mergedValues(counts, coverage.source);
  const passedBy = counts === undefined ? 0 : evaluations - counts.total;
  if (passedBy > 0) values.push({ value: {}, count: passedBy });
  const children = childrenOf(node).flatMap((child) => reportNodes(child, coverage, evaluations));
  return [
    {
      sourcePosition: positionOf(node, coverage.source),
      ...(values.length === 0 ? {} : { values }),
      ...(children.length === 0 ? {} : { children }),
    },
  ];
}

/** A position as the report has it: there is one file. */
function positionOf(range: SourceRange, source: SourceText): object {
  const { fileName: _, ...place } = source.position(range);
  return place;
}

/** Distinct values with their counts; equal maps and lists of different requests are one value. */
function mergedValues(counts: ValueCounts, source: SourceText): { value: object; count: number }[] {
  const merged = new Map<string, { value: object; count: number }>();
  const add = (value: object, count: number): void => {
    const key = JSON.stringify(value);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { value, count });
    else known.count += count;
  };
  if (counts.trueCount > 0) add({ boolValue: true }, counts.trueCount);
  if (counts.falseCount > 0) add({ boolValue: false }, counts.falseCount);
  for (const [value, count] of counts.otherCounts) {
    if (value instanceof RulesError) {
      const at = value.location === undefined ? {} : { sourcePosition: positionOf(value.location, source) };
      add({ undefined: { ...at, causeMessage: value.message } }, count);
    } else {
      add(toExpressionValue(value), count);
    }
  }
  return [...merged.values()];
}

/** A branch of an allow statement that tests should take. */
export interface AllowBranch {
  readonly name: 'granting' | 'denying';
  readonly taken: number;
}

/** The outcomes an allow statement can have: one without a condition cannot deny, `if false` cannot grant. */
export function allowBranches(coverage: Coverage, allow: CompiledAllowStatement): AllowBranch[] {
  const { granted, denied, failed } = coverage.allowCounts(allow);
  const { condition } = allow.statement;
  const constant =
    condition === undefined ? true : condition.kind === 'literal' ? condition.value : undefined;
  return [
    ...(constant === false ? [] : [{ name: 'granting', taken: granted } as const]),
    ...(constant === true ? [] : [{ name: 'denying', taken: denied + failed } as const]),
  ];
}

/** Lines: where expressions begin. Branches of each allow statement: 0 granting, 1 denying. */
export function coverageLcov(coverage: Coverage): string {
  const { source, allows } = coverage;
  const lines = new Map<number, number>();
  const hit = (line: number, count: number): void => {
    lines.set(line, Math.max(lines.get(line) ?? 0, count));
  };
  const visit = (node: Expression): void => {
    const counts = coverage.valueCounts(node);
    if (counts !== undefined) hit(source.lineAt(node.start), counts.total);
    childrenOf(node).forEach(visit);
  };
  for (const { expression } of rootsInOrder(coverage)) visit(expression);
  const branches: string[] = [];
  let branchesHit = 0;
  for (const [block, allow] of allows.entries()) {
    const { granted, denied, failed } = coverage.allowCounts(allow);
    const evaluated = granted + denied + failed;
    hit(allow.line, evaluated);
    for (const { name, taken } of allowBranches(coverage, allow)) {
      const branch = name === 'granting' ? 0 : 1;
      branches.push(`BRDA:${allow.line},${block},${branch},${evaluated === 0 ? '-' : taken}`);
      if (taken > 0) branchesHit++;
    }
  }
  const ordered = [...lines].toSorted(([a], [b]) => a - b);
  return [
    'TN:',
    `SF:${source.fileName}`,
    ...functionLines(coverage),
    ...branches,
    `BRF:${branches.length}`,
    `BRH:${branchesHit}`,
    ...ordered.map(([line, count]) => `DA:${line},${count}`),
    `LF:${ordered.length}`,
    `LH:${ordered.filter(([, count]) => count > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}

function functionLines(coverage: Coverage): string[] {
  const { functions } = collectDeclarations(coverage.file);
  const called = functions.map(({ declaration }) => ({
    name: declaration.name.text,
    line: coverage.source.lineAt(declaration.start),
    count: evaluationsOf(declaration.returnExpression, coverage),
  }));
  return [
    ...called.map(({ line, name }) => `FN:${line},${name}`),
    ...called.map(({ count, name }) => `FNDA:${count},${name}`),
    `FNF:${called.length}`,
    `FNH:${called.filter(({ count }) => count > 0).length}`,
  ];
}

/** How often an expression ran; a literal is not counted itself. */
function evaluationsOf(node: Expression, coverage: Coverage): number {
  return node.kind === 'parenthesized'
    ? evaluationsOf(node.inner, coverage)
    : (coverage.valueCounts(node)?.total ?? 0);
}
