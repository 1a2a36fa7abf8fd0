import { Link, useSearchParams } from '../navigation/navigation.tsx';
import type { Explanation } from './rules-endpoints.ts';

interface StatementsProps {
  readonly explanation: Explanation;
  readonly method: string;
  readonly file: string;
}

const OUTCOMES = { granted: 'granted the request', false: 'not granted', error: 'failed' } as const;

/**
 * The evaluation of a request: each evaluated statement, and the deciding conditions with their
 * values.
 */
export function Statements({ explanation, method, file }: StatementsProps) {
  return (
    <>
      {explanation.statements.length === 0 ? (
        <p>
          {method === 'read' || method === 'write'
            ? `No .${method} rule applies to the path.`
            : `No allow statement for ${method} matches the path.`}{' '}
          {explanation.others.map(({ line, methods }) => (
            <span key={line}>
              <LineLink line={line} file={file} /> allows {methods}.{' '}
            </span>
          ))}
        </p>
      ) : null}
      <ol className="statements">
        {explanation.statements.map(({ rule, line, condition, outcome, causes }) => (
          <li key={`${line} ${rule} ${condition}`}>
            <p>
              <LineLink line={line} file={file} />{' '}
              <code>
                {rule === undefined
                  ? `allow … if ${condition === '' ? 'true' : condition}`
                  : `${rule}: ${condition}`}
              </code>{' '}
              <span className={outcome === 'granted' ? 'badge badge-good' : 'badge'}>
                {OUTCOMES[outcome]}
              </span>
            </p>
            <ul>
              {causes.map((cause) => (
                <li key={`${cause.line}:${cause.column} ${cause.source}`} className="cause">
                  <code>{cause.source}</code>{' '}
                  {cause.result === 'false' ? 'is false' : `failed: ${cause.result}`}{' '}
                  <LineLink line={cause.line} file={file} />
                  {cause.hint === undefined ? null : <p className="hint">Hint: {cause.hint}.</p>}
                  <ul className="operands">
                    {cause.operands.map(({ source, value }) => (
                      <li key={source}>
                        <code>
                          {source} = {value}
                        </code>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A link to a line of the rules, in the current view. */
export function LineLink({ line, file }: { line: number; file: string }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('line', String(line));
  return (
    <Link href={`/rules?${next}`} className="line-link">
      {file}:{line}
    </Link>
  );
}
