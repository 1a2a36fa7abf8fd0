import { useEffect, useMemo, useRef } from 'react';
import { ExpressionValues } from './expression-values.tsx';
import type { Coverage } from './rules-endpoints.ts';
import { coverageByLine, coverageMark, type LineCoverage } from './rules-text.ts';

interface RulesSourceProps {
  readonly coverage: Coverage;
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
}

/**
 * The rules with evaluation counts beside each line. A selected line shows its expressions and
 * their values.
 */
export function RulesSource({ coverage, line, onLine }: RulesSourceProps) {
  const content = coverage.rules.files[0]?.content ?? '';
  const lines = useMemo(() => coverageByLine(coverage.report ?? []), [coverage]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Not its center, because with its values a line may be higher than the pane.
    if (line !== undefined) list.current?.children[line - 1]?.scrollIntoView({ block: 'start' });
  }, [line]);
  return (
    <ol ref={list} className="source">
      {content.split('\n').map((text, index) => {
        const number = index + 1;
        const covered = lines.get(number);
        const isSelected = line === number;
        return (
          <li key={number} className={isSelected ? 'line line-selected' : 'line'}>
            {covered === undefined ? (
              <span className="line-number">{number}</span>
            ) : (
              <button
                type="button"
                className="line-number"
                aria-expanded={isSelected}
                aria-label={`Line ${number}, ${describeCounts(covered)}`}
                onClick={() => onLine(isSelected ? undefined : number)}
              >
                {number}
              </button>
            )}
            <span className={covered === undefined ? 'line-count' : `line-count ${coverageMark(covered)}`}>
              {covered?.evaluations}
            </span>
            <code>{text === '' ? ' ' : text}</code>
            {isSelected && covered !== undefined ? <LineValues covered={covered} content={content} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

function describeCounts({ evaluations, granted, denied, failed }: LineCoverage): string {
  if (evaluations === 0) return 'never evaluated';
  const outcomes = [
    ...(granted > 0 ? [`true ${times(granted)}`] : []),
    ...(denied > 0 ? [`false ${times(denied)}`] : []),
    ...(failed > 0 ? [`failed ${times(failed)}`] : []),
  ];
  return `evaluated ${times(evaluations)}${outcomes.length === 0 ? '' : `: ${outcomes.join(', ')}`}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}

function LineValues({ covered, content }: { covered: LineCoverage; content: string }) {
  return (
    <div className="line-values">
      <p>{describeCounts(covered)}</p>
      <ExpressionValues
        nodes={covered.nodes.filter(({ values }) => values !== undefined)}
        content={content}
      />
    </div>
  );
}
