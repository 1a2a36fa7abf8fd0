import { ExpressionValues } from './expression-values.tsx';
import type { TestResult } from './rules-endpoints.ts';
import { evaluatedExpressions } from './rules-text.ts';
import { Statements } from './statements.tsx';

/** The rules' decision on a tested request, or the reason why it could not be tested. */
export type Outcome =
  | {
      readonly result: TestResult;
      readonly method: string;
      readonly content: string;
      readonly isChanged: boolean;
    }
  | { readonly problem: string };

interface DecisionProps {
  /** Undefined until a request is tested. */
  readonly outcome: Outcome | undefined;
  /** The name of the rules file. */
  readonly file: string;
}

/** A decision with its statements and values. */
export function Decision({ outcome, file }: DecisionProps) {
  if (outcome === undefined) return null;
  if ('problem' in outcome) {
    return (
      <p className="problem" role="alert">
        {outcome.problem}
      </p>
    );
  }
  const { result, method, content, isChanged } = outcome;
  return (
    <section aria-label="Decision" aria-live="polite">
      <p>
        <span className={result.explanation.allowed ? 'badge badge-good' : 'badge badge-bad'}>
          {result.explanation.allowed ? 'allowed' : 'denied'}
        </span>{' '}
        by the {isChanged ? 'edited rules' : 'rules in force'}
      </p>
      <Statements explanation={result.explanation} method={method} file={file} />
      {result.expressionReports === undefined ? null : (
        <details>
          <summary>Each expression with its value</summary>
          <ExpressionValues nodes={evaluatedExpressions(result.expressionReports)} content={content} />
        </details>
      )}
      {result.debugMessages === undefined ? null : (
        <pre className="pre-wrap">{result.debugMessages.join('\n')}</pre>
      )}
    </section>
  );
}
