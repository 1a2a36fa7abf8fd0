import { type CSSProperties, useId } from 'react';
import {
  formatRate,
  formatWriter,
  type LimitsAdvice,
  type ProductionLimit,
} from 'savepoint-event-log/recording/limits';
import type { Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { timeOfDay } from '../components/time-text.ts';
import { dataHref } from '../firestore/data-path.ts';
import { Link } from '../navigation/navigation.tsx';
import { heatLevel, usedColumns } from './heat.ts';
import { useGetLimitsQuery } from './limits-endpoints.ts';
import './limits.css';

/** Operations that exceed Firestore's soft limits in production, and a heat map of documents. */
export default function LimitsPage(_: { stack: Stack }) {
  const { data, error, isFetching, refetch } = useGetLimitsQuery();
  return (
    <div className="page">
      <div className="page-head">
        <h1>Limits</h1>
        <button type="button" className="button" disabled={isFetching} onClick={() => refetch()}>
          <Icon name="refresh" /> Look again
        </button>
      </div>
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading what="the limits" />
      ) : data.mode === 'off' ? (
        <Empty title="Limits are not observed">Start the stack with --limits warn.</Empty>
      ) : (
        <>
          <Findings advice={data} />
          <HeatMap advice={data} />
          <AllLimits advice={data} />
        </>
      )}
    </div>
  );
}

function Findings({ advice }: { advice: LimitsAdvice }) {
  const id = useId();
  const { findings, windowSeconds } = advice;
  if (findings.length === 0) {
    return (
      <Empty title="Nothing exceeds production's limits">
        Use the app, or run its tests: what is written too often appears here.
      </Empty>
    );
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Beyond a limit</h2>
      <ul className="cards limit-cards">
        {findings.map((finding) => {
          const limit = advice.limits.find(({ name }) => name === finding.limit) as ProductionLimit;
          const { subject, database, peakPerSecond, limitPerSecond, listeners, refused, expected, traceId } =
            finding;
          const writer = formatWriter(finding.writer);
          return (
            <li key={`${finding.limit} ${database} ${subject}`} className="card">
              <p>
                <span className={expected === undefined ? 'badge badge-bad' : 'badge'}>
                  {expected === undefined ? limit.title : 'expected'}
                </span>{' '}
                <strong className="path limit-subject">
                  {finding.limit.endsWith('field') ? (
                    subject
                  ) : (
                    <Link href={hrefOf(database, subject)}>{subject}</Link>
                  )}
                </strong>
              </p>
              <p>
                {formatRate(peakPerSecond * windowSeconds)} {limit.unit} in {windowSeconds} s, where
                production sustains {formatRate(limitPerSecond)} a second
                {listeners > 0 ? `; each is sent to ${listeners} listeners` : ''}
                {refused > 0 ? `; ${refused} were refused` : ''}.
              </p>
              {writer === '' ? null : <p className="muted path">{capitalized(writer)}</p>}
              {expected === undefined ? (
                <p>
                  {limit.sentence} <span className="muted">({limit.page})</span>
                </p>
              ) : (
                <p>Expected: {expected}</p>
              )}
              <p>
                <strong>Fix:</strong> {limit.cure}
              </p>
              {traceId === undefined ? null : (
                <Link href={`/traces/${encodeURIComponent(traceId)}`}>Show a trace of it</Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/**
 * One row per document, the hottest first. Cells are colored by their rate relative to the limit.
 */
function HeatMap({ advice: { heat, limits } }: { advice: LimitsAdvice }) {
  const { documents, secondsPerColumn, fromMs } = heat;
  if (documents.length === 0) return null;
  const perSecond = limits.find(({ name }) => name === 'document-writes')?.perSecond ?? 1;
  const { first, count } = usedColumns(
    documents.map(({ counts }) => counts),
    heat.columns,
  );
  const timeOf = (column: number) => timeOfDay(fromMs + column * secondsPerColumn * 1000);
  return (
    <section aria-labelledby="heat" className="heat-map">
      <h2 id="heat">Documents by time</h2>
      <p className="muted">
        The most frequently written documents, hottest first. A column is {secondsPerColumn} seconds.
      </p>
      <Legend perSecond={perSecond} secondsPerColumn={secondsPerColumn} />
      <table className="table heat-table">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col" className="heat-times">
              <span>{timeOf(first)}</span>
              <span>{timeOf(heat.columns)}</span>
            </th>
            <th scope="col">Peak</th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ database, path, writes, peakPerSecond, counts, writer }) => {
            const text = formatWriter(writer);
            return (
              <tr key={`${database} ${path}`}>
                <th scope="row">
                  <Link className="path" href={hrefOf(database, path)}>
                    {path}
                  </Link>
                  {text === '' ? null : <div className="muted path">{text}</div>}
                </th>
                <td className="heat-cell-row">
                  <div
                    className="heat-row"
                    role="img"
                    aria-label={`${writes} writes, at most ${formatRate(peakPerSecond)} a second`}
                    style={{ '--heat-columns': count } as CSSProperties}
                  >
                    {counts.slice(first).map((writesInColumn, index) => (
                      <span
                        // biome-ignore lint/suspicious/noArrayIndexKey: columns are a series in time.
                        key={index}
                        className={`heat heat-${heatLevel(writesInColumn, secondsPerColumn, perSecond)}`}
                        title={`${timeOf(first + index)}: ${writesInColumn} writes`}
                      />
                    ))}
                  </div>
                </td>
                <td data-label="Peak">
                  <span className={peakPerSecond > perSecond ? 'badge badge-bad' : undefined}>
                    {formatRate(peakPerSecond)} /s
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Legend({ perSecond, secondsPerColumn }: { perSecond: number; secondsPerColumn: number }) {
  const inColumn = perSecond * secondsPerColumn;
  return (
    <p className="heat-legend">
      <span>
        <span className="heat heat-1" /> up to half of the limit
      </span>
      <span>
        <span className="heat heat-2" /> up to it
      </span>
      <strong className="heat-limit">
        limit: {perSecond} a second, {inColumn} a column
      </strong>
      <span>
        <span className="heat heat-3" /> above
      </span>
      <span>
        <span className="heat heat-4" /> more than five times
      </span>
    </p>
  );
}

function AllLimits({ advice: { limits, findings, windowSeconds, mode } }: { advice: LimitsAdvice }) {
  return (
    <section aria-labelledby="all-limits">
      <h2 id="all-limits">Production's soft limits</h2>
      <p className="muted">
        Averages over {windowSeconds} seconds.{' '}
        {mode === 'enforce'
          ? 'This stack delays and refuses what exceeds them.'
          : 'This stack only warns; --limits enforce also delays and refuses.'}
      </p>
      <table className="table table-numbers">
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col">A second</th>
            <th scope="col">Highest</th>
          </tr>
        </thead>
        <tbody>
          {limits.map(({ name, title, perSecond, url, page }) => {
            const highest = Math.max(
              0,
              ...findings.filter(({ limit }) => limit === name).map(({ peakPerSecond }) => peakPerSecond),
            );
            return (
              <tr key={name}>
                <td>
                  {title} <div className="muted">{page}</div>
                  <div className="muted path">{url.replace('https://', '')}</div>
                </td>
                <td data-label="A second">{perSecond}</td>
                <td data-label="Highest">{highest === 0 ? 'below' : formatRate(highest)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The address of a document or collection. `database` is 'projects/P/databases/D'. */
function hrefOf(database: string, path: string): string {
  const [, , , databaseId = '(default)'] = database.split('/');
  return dataHref({ databaseId, segments: path.split('/') });
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
