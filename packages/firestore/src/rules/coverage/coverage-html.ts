/** Coverage as an HTML page. */
import { type CoveredExpression, coveragePage } from '@savepoint/server/rules/coverage-page';
import { formatValue } from '../runtime/expression-value.ts';
import type { RulesResult } from '../runtime/value.ts';
import { collectDeclarations, rootExpressions } from '../syntax/declarations.ts';
import { childrenOf, type Expression } from '../syntax/syntax.ts';
import type { Coverage } from './coverage.ts';

/** The page served at `:ruleCoverage.html`. */
export function coverageHtml(coverage: Coverage): string {
  const expressions: CoveredExpression<RulesResult>[] = [];
  const visit = (node: Expression): void => {
    const counts = coverage.valueCounts(node);
    if (counts !== undefined) expressions.push({ start: node.start, end: node.end, counts });
    childrenOf(node)
      .toSorted((a, b) => a.start - b.start)
      .forEach(visit);
  };
  for (const { expression } of rootExpressions(collectDeclarations(coverage.file))) visit(expression);
  return coveragePage({
    title: 'Firestore Rule Coverage Report',
    source: coverage.source,
    expressions,
    outcomes: coverage.allows.map((allow) => ({ end: allow.statement.end, ...coverage.allowCounts(allow) })),
    format: formatValue,
  });
}
