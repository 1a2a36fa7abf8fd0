import type { CoverageNode } from './rules-endpoints.ts';
import { formatRulesValue, utf16Offset } from './rules-text.ts';

const MAX_VALUES = 5;

interface ExpressionValuesProps {
  readonly nodes: readonly CoverageNode[];
  /** The rules to which the positions refer. */
  readonly content: string;
}

/** Expressions with their values and the count of each. */
export function ExpressionValues({ nodes, content }: ExpressionValuesProps) {
  return (
    <dl className="expression-values">
      {nodes.map(({ sourcePosition: { currentOffset, endOffset }, values = [] }) => (
        <div key={`${currentOffset}-${endOffset}`}>
          <dt>
            <code>
              {content.slice(utf16Offset(content, currentOffset), utf16Offset(content, endOffset + 1))}
            </code>
          </dt>
          {values.slice(0, MAX_VALUES).map(({ value, count }) => (
            <dd key={JSON.stringify(value)}>
              <code>{formatRulesValue(value)}</code> <span className="muted">× {count}</span>
            </dd>
          ))}
          {values.length > MAX_VALUES ? (
            <dd className="muted">and {values.length - MAX_VALUES} other values</dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
