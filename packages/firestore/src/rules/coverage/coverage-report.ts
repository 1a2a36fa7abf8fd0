/** Coverage reports: the JSON of the official emulator, lcov with lines and branches, and HTML. */

import type { SourceRange, SourceText } from '@savepoint/server/rules/source-text';
import type { CompiledAllowStatement } from '../compile/ruleset-compiler.ts';
import { toExpressionValue } from '../runtime/expression-value.ts';
import { RulesError } from '../runtime/value.ts';
import { collectDeclarations, type RootExpression, rootExpressions } from '../syntax/declarations.ts';
import { childrenOf, type Expression } from '../syntax/syntax.ts';
import type { Coverage, ValueCounts } from './coverage.ts';
import { coverageHtml } from './coverage-html.ts';

/** The formats of the coverage report. */
export type CoverageFormat = 'json' | 'html' | 'lcov';

/** A report and its content type. */
interface CoverageReport {
  readonly contentType: string;
  readonly text: string;
}

/** Formats the coverage of a ruleset since it was loaded. */
export function coverageReport(coverage: Coverage, format: CoverageFormat): CoverageReport {
  switch (format) {
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

/**
 * The JSON report: one root per condition, `let` value and return expression. Omits literals and an
 * empty `report`.
 */
function coverageJson(coverage: Coverage): object {
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

/**
 * The report of an expression. `evaluations` is the number of evaluations of its root. A node with
 * fewer was short-circuited by `&&`, `||` or `?:`, which the official emulator reports as an empty
 * value.
 */
function reportNodes(node: Expression, coverage: Coverage, evaluations: number): ReportNode[] {
  if (node.kind === 'literal') return [];
  if (node.kind === 'parenthesized') return reportNodes(node.inner, coverage, evaluations);
  const counts = coverage.valueCounts(node);
  const values = counts === undefined ? [] : mergedValues(counts, coverage.source);
  const shortCircuited = counts === undefined ? 0 : evaluations - counts.total;
  if (shortCircuited > 0) values.push({ value: {}, count: shortCircuited });
  const children = childrenOf(node).flatMap((child) => reportNodes(child, coverage, evaluations));
  return [
    {
      sourcePosition: positionOf(node, coverage.source),
      ...(values.length === 0 ? {} : { values }),
      ...(children.length === 0 ? {} : { children }),
    },
  ];
}

/** A source position without the file name, which the report omits. */
function positionOf(range: SourceRange, source: SourceText): object {
  const { fileName: _, ...position } = source.position(range);
  return position;
}

/** Distinct values with their counts. Maps and lists that are equal as JSON are merged. */
function mergedValues(counts: ValueCounts, source: SourceText): { value: object; count: number }[] {
  const merged = new Map<string, { value: object; count: number }>();
  const add = (value: object, count: number): void => {
    const key = JSON.stringify(value);
    const existing = merged.get(key);
    if (existing === undefined) merged.set(key, { value, count });
    else existing.count += count;
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

/** An outcome of an allow statement that tests should cover. */
interface AllowBranch {
  readonly outcome: 'granted' | 'denied';
  readonly taken: number;
}

/**
 * The possible outcomes of an allow statement: without a condition it cannot deny, with `if false`
 * it cannot grant.
 */
function allowBranches(coverage: Coverage, allow: CompiledAllowStatement): AllowBranch[] {
  const { granted, denied, failed } = coverage.allowCounts(allow);
  const { condition } = allow.statement;
  const constant =
    condition === undefined ? true : condition.kind === 'literal' ? condition.value : undefined;
  return [
    ...(constant === false ? [] : [{ outcome: 'granted', taken: granted } as const]),
    ...(constant === true ? [] : [{ outcome: 'denied', taken: denied + failed } as const]),
  ];
}

/**
 * The lcov report. Lines are those on which expressions start. Branches of each allow statement: 0
 * granted, 1 denied.
 */
function coverageLcov(coverage: Coverage): string {
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
    for (const { outcome, taken } of allowBranches(coverage, allow)) {
      const branch = outcome === 'granted' ? 0 : 1;
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

/** The number of evaluations of an expression; 0 for a literal, which is not instrumented. */
function evaluationsOf(node: Expression, coverage: Coverage): number {
  return node.kind === 'parenthesized'
    ? evaluationsOf(node.inner, coverage)
    : (coverage.valueCounts(node)?.total ?? 0);
}
