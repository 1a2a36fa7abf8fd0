/**
 * Coverage as JSON and as a page. The JSON has the same shape as Firestore's, because no public
 * client reads it.
 */
import { type CoveredExpression, coveragePage } from '@savepoint/server/rules/coverage-page';
import type { CompiledRule } from '../compile/compile-tree.ts';
import { formatValue } from '../runtime/format-value.ts';
import { RulesError } from '../runtime/rules-error.ts';
import { OBJECT } from '../runtime/snapshot.ts';
import type { Rule } from '../syntax/rule-tree.ts';
import { childrenOf, type Expression } from '../syntax/syntax.ts';
import { type CountedValue, type Coverage, SNAPSHOT } from './coverage.ts';

/** An expression with its values, and its sub-expressions. */
interface CoverageNode {
  /** For the root expression of a rule: `.read`, and `/users/$uid`. */
  readonly rule?: string;
  readonly path?: string;
  readonly granted?: number;
  readonly denied?: number;
  readonly failed?: number;
  readonly sourcePosition: {
    readonly line: number;
    readonly column: number;
    readonly currentOffset: number;
    readonly endOffset: number;
  };
  readonly values?: readonly { readonly value: object; readonly count: number }[];
  readonly children?: readonly CoverageNode[];
}

/** The coverage of a ruleset as JSON. */
export interface CoverageReport {
  readonly rules: { readonly files: readonly { readonly name: string; readonly content: string }[] };
  readonly report: readonly CoverageNode[];
}

/** The JSON report, with one root per rule. */
export function coverageJson(coverage: Coverage): CoverageReport {
  const { source, rules } = coverage;
  return {
    rules: { files: [{ name: source.fileName, content: source.text }] },
    report: rules.map((compiled) => reportRule(compiled, coverage)),
  };
}

/** The HTML report. */
export function coverageHtml(coverage: Coverage): string {
  const expressions: CoveredExpression<CountedValue>[] = [];
  const visit = (rule: Rule, node: Expression): void => {
    const counts = coverage.countsOf(node);
    if (counts !== undefined) expressions.push({ ...rule.range(node), counts });
    for (const child of childrenOf(node)) visit(rule, child);
  };
  for (const { rule } of coverage.rules) visit(rule, rule.expression);
  return coveragePage({
    title: 'Realtime Database Rule Coverage Report',
    source: coverage.source,
    expressions,
    outcomes: coverage.rules.map((compiled) => ({
      end: compiled.rule.range(compiled.rule.expression).end,
      ...coverage.outcomesOf(compiled),
    })),
    format: (value) => (value === SNAPSHOT ? 'a snapshot' : formatValue(value)),
  });
}

function reportRule(compiled: CompiledRule, coverage: Coverage): CoverageNode {
  const { rule } = compiled;
  const outcomes = coverage.outcomesOf(compiled);
  const [root = constantNode(rule, outcomes, coverage)] = reportNodes(rule, rule.expression, coverage);
  return {
    rule: `.${rule.kind}`,
    path: `/${rule.node.path.join('/')}`,
    ...outcomes,
    ...root,
  };
}

/** The expression `true` or `false`, whose values are the outcomes of its rule. */
function constantNode(
  rule: Rule,
  { granted, denied }: { readonly granted: number; readonly denied: number },
  coverage: Coverage,
): CoverageNode {
  const count = granted + denied;
  const values = count === 0 ? {} : { values: [{ value: { boolValue: granted > 0 }, count }] };
  return { sourcePosition: positionOf(rule, rule.expression, coverage), ...values };
}

function reportNodes(rule: Rule, node: Expression, coverage: Coverage): CoverageNode[] {
  const counts = coverage.countsOf(node);
  const children = childrenOf(node).flatMap((child) => reportNodes(rule, child, coverage));
  if (counts === undefined) return children;
  const values = [
    ...(counts.trueCount > 0 ? [{ value: { boolValue: true }, count: counts.trueCount }] : []),
    ...(counts.falseCount > 0 ? [{ value: { boolValue: false }, count: counts.falseCount }] : []),
    ...[...counts.otherCounts].map(([value, count]) => ({ value: valueJson(value), count })),
    ...(counts.unlistedCount > 0 ? [{ value: {}, count: counts.unlistedCount }] : []),
  ];
  return [
    {
      sourcePosition: positionOf(rule, node, coverage),
      ...(values.length === 0 ? {} : { values }),
      ...(children.length === 0 ? {} : { children }),
    },
  ];
}

function positionOf(rule: Rule, node: Expression, { source }: Coverage): CoverageNode['sourcePosition'] {
  const { fileName: _, ...position } = source.position(rule.range(node));
  return position;
}

/** A value in the format of Firestore's report (google.firebase.rules.v1). */
function valueJson(value: CountedValue): object {
  if (value instanceof RulesError) return { undefined: { causeMessage: value.message } };
  if (value === null) return { nullValue: null };
  if (value === SNAPSHOT) return { snapshotValue: {} };
  if (value === OBJECT) return { mapValue: {} };
  if (typeof value === 'number') return { floatValue: Number.isNaN(value) ? 'NaN' : value };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value };
}
