import { useId } from 'react';
import type { Advice, Lint, SourceLine } from 'savepoint-event-log/recording/advice';
import type { Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Link } from '../navigation/navigation.tsx';
import { formatDollars } from './advice.ts';
import { useGetAdviceQuery } from './advisors-endpoints.ts';

/** Improvements suggested by the recording, and the cost of each operation. */
export default function AdvisorsPage(_: { stack: Stack }) {
  const { data, error, isFetching, refetch } = useGetAdviceQuery();
  return (
    <div className="page">
      <div className="page-head">
        <h1>Advisors</h1>
        <button type="button" className="button" disabled={isFetching} onClick={() => refetch()}>
          <Icon name="refresh" /> Look again
        </button>
      </div>
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading what="the advice" />
      ) : (
        <>
          {data.lints.length === 0 ? (
            <Empty title="Nothing to improve">
              Use the app: the advice is based on the requests since the start.
            </Empty>
          ) : null}
          <Lints title="To improve" lints={data.lints.filter(({ level }) => level !== 'info')} />
          <Operations advice={data} />
          <RuleLookups advice={data} />
          <Lints title="Not used so far" lints={data.lints.filter(({ level }) => level === 'info')} />
        </>
      )}
    </div>
  );
}

function Lints({ title, lints }: { title: string; lints: readonly Lint[] }) {
  const id = useId();
  if (lints.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="cards">
        {lints.map((lint) => (
          <li key={`${lint.name} ${lint.title} ${lint.source?.line} ${lint.detail}`} className="card">
            <p>
              <span className={lint.level === 'info' ? 'badge' : 'badge badge-bad'}>{lint.level}</span>{' '}
              <strong>{lint.title}</strong>
            </p>
            {lint.source === null ? null : (
              <p className="muted path">
                <Source source={lint.source} />
              </p>
            )}
            <p>{lint.detail}</p>
            <p>
              <strong>Fix:</strong> {lint.fix}
            </p>
            {lint.traceId === undefined ? null : (
              <Link href={`/traces/${encodeURIComponent(lint.traceId)}`}>Show a trace of it</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A position in the project. In rules, it links to the values that requests have evaluated there.
 */
function Source({ source: { file, line } }: { source: SourceLine }) {
  const text = `${file}:${line}`;
  return file.endsWith('firestore.rules') ? <Link href={`/rules?line=${line}`}>{text}</Link> : text;
}

function Operations({ advice: { operations, pricedFor } }: { advice: Advice }) {
  if (operations.length === 0) return null;
  return (
    <section aria-labelledby="costs">
      <h2 id="costs">Cost of each page and function</h2>
      <p className="muted">
        Averages of what is recorded, and US dollars for a million times at the list prices of {pricedFor},
        without the free quota. What documents store is without their index entries.
      </p>
      <table className="table table-numbers">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Times</th>
            <th scope="col">Reads (of rules)</th>
            <th scope="col">Writes</th>
            <th scope="col">Deletes</th>
            <th scope="col">Sent, stored</th>
            <th scope="col">Per million</th>
          </tr>
        </thead>
        <tbody>
          {operations.map((each) => (
            <tr key={`${each.service} ${each.name} ${each.query}`}>
              <td>
                <Link href={`/traces?q=${encodeURIComponent(searchFor(each))}`}>{each.name}</Link>{' '}
                <span className="muted">
                  {each.query === null ? '' : `of ${each.query}, `}
                  {each.service}
                </span>
              </td>
              <td data-label="Times">{each.count}</td>
              <td data-label="Reads (of rules)">
                {each.reads.toFixed(1)} ({each.dependentReads.toFixed(1)})
              </td>
              <td data-label="Writes">{each.writes.toFixed(1)}</td>
              <td data-label="Deletes">{each.deletes.toFixed(1)}</td>
              <td data-label="Sent, stored">
                {formatKilobytes(each.bytes)}
                {each.storedBytes === 0 ? null : (
                  <div className="muted">{formatKilobytes(each.storedBytes)} stored</div>
                )}
                {each.connections > 0 ? (
                  <div className="muted">{each.connections.toFixed(1)} connections</div>
                ) : null}
              </td>
              <td data-label="Per million">
                {formatDollars(each.dollarsPerMillion)}
                {each.storageDollarsPerMillion === 0 ? null : (
                  <div className="muted">
                    {each.storageDollarsPerMillion < 0 ? '' : '+'}
                    {formatDollars(each.storageDollarsPerMillion)} a month
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/**
 * A search for the traces of an operation. In its query, `*` stands for any document, so only the
 * part after the last one is searched.
 */
function searchFor({ name, query }: Advice['operations'][number]): string {
  return query === null ? `name:${name}` : `path:"${query.split('/*').at(-1)}"`;
}

function RuleLookups({ advice: { rules } }: { advice: Advice }) {
  if (rules.length === 0) return null;
  return (
    <section aria-labelledby="rule-costs">
      <h2 id="rule-costs">Documents that rules read</h2>
      <p className="muted">
        Each is a read that is charged. A custom claim of the account, or a field of the document itself,
        costs none.
      </p>
      <table className="table table-numbers">
        <thead>
          <tr>
            <th scope="col">get() or exists()</th>
            <th scope="col">Decisions</th>
            <th scope="col">Reads</th>
            <th scope="col">Per million decisions</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ source, decisions, lookups, dollarsPerMillion }) => (
            <tr key={source.line}>
              <td className="path">
                <Source source={source} />
              </td>
              <td data-label="Decisions">{decisions}</td>
              <td data-label="Reads">{lookups}</td>
              <td data-label="Per million">{formatDollars(dollarsPerMillion)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
