import { useEffect, useRef } from 'react';
import type { SpanRow } from 'savepoint-event-log/recording/rows';
import { VList, type VListHandle } from 'virtua';
import type { Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';
import { moveFocus } from '../components/move-focus.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { preciseTimeOfDay } from '../components/time-text.ts';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { attributeText } from './attribute-text.ts';
import { failureText, originOfFailure, type SpanEvent } from './span-failure.ts';
import { spanLinks } from './span-links.ts';
import { formatDuration, traceRange, type WaterfallRow, waterfall } from './span-tree.ts';
import { type LogLine, useGetTraceLogsQuery, useGetTraceQuery } from './traces-endpoints.ts';

const REFRESH_MS = 2000;
const ROW_HEIGHT_PX = 32;
const INDENT_PX = 14;
const MAX_INDENTS = 12;
const PROBLEM = /err|fatal/i;

interface TraceViewProps {
  readonly stack: Stack;
  readonly traceId: string;
  readonly isPaused: boolean;
}

/** One trace: the waterfall of its spans, and the selected span with its logs. */
export function TraceView({ stack, traceId, isPaused }: TraceViewProps) {
  const [params] = useSearchParams();
  const options = { pollingInterval: isPaused ? 0 : REFRESH_MS, skipPollingIfUnfocused: true };
  const { data, error, refetch } = useGetTraceQuery(traceId, options);
  const { data: logs = [] } = useGetTraceLogsQuery(traceId, options);
  const search = params.get('q');
  const close = `/traces${search === null ? '' : `?q=${encodeURIComponent(search)}`}`;
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading what="the trace" />;
  const { spans, isTruncated } = data;
  if (spans.length === 0)
    return <Empty title="There is no such trace">It may belong to an earlier run.</Empty>;
  const nowMs = Date.now();
  const rows = waterfall(spans, nowMs);
  const { startMs, endMs } = traceRange(spans, nowMs);
  const selected =
    spans.find(({ span_id }) => span_id === params.get('span')) ?? originOfFailure(rows) ?? rows[0]?.span;
  return (
    <section className="panel trace-view" aria-label="The selected trace">
      <div className="column-head">
        <Link className="icon-button" href={close} aria-label="Close the trace">
          <Icon name="close" />
        </Link>
        <h2 className="trace-title">{rows[0]?.span.name}</h2>
        <span className="muted">
          {formatDuration(endMs - startMs)}, {spans.length} {spans.length === 1 ? 'span' : 'spans'}
        </span>
      </div>
      {isTruncated ? (
        <p className="notice">Only the first {spans.length.toLocaleString('en')} spans are shown.</p>
      ) : null}
      <div className="waterfall-scale muted" aria-hidden="true">
        <span>0</span>
        <span>{formatDuration((endMs - startMs) / 2)}</span>
        <span>{formatDuration(endMs - startMs)}</span>
      </div>
      <Waterfall rows={rows} selected={selected} traceId={traceId} />
      {selected === undefined ? null : (
        <SpanDetails stack={stack} span={selected} logs={logs} startMs={startMs} />
      )}
    </section>
  );
}

interface WaterfallProps {
  readonly rows: readonly WaterfallRow[];
  readonly selected: SpanRow | undefined;
  readonly traceId: string;
}

/** The spans of a trace, initially scrolled to the selected one. */
function Waterfall({ rows, selected, traceId }: WaterfallProps) {
  const list = useRef<VListHandle>(null);
  const first = useRef(rows.findIndex(({ span }) => span === selected));
  useEffect(() => {
    list.current?.scrollToIndex(first.current, { align: 'center' });
  }, []);
  return (
    <VList
      ref={list}
      className="waterfall"
      data={rows}
      itemSize={ROW_HEIGHT_PX}
      onKeyDown={moveFocus}
      role="group"
      aria-label="Spans"
    >
      {(row) => (
        <WaterfallLine
          key={row.span.span_id}
          row={row}
          isSelected={row.span === selected}
          traceId={traceId}
        />
      )}
    </VList>
  );
}

function WaterfallLine({
  row,
  isSelected,
  traceId,
}: {
  row: WaterfallRow;
  isSelected: boolean;
  traceId: string;
}) {
  const { span, depth, start, length } = row;
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('span', span.span_id);
  const duration = span.end_ms === null ? 'open' : formatDuration(span.end_ms - span.start_ms);
  return (
    <Link
      className="span-row"
      data-row=""
      href={`/traces/${encodeURIComponent(traceId)}?${next}`}
      aria-current={isSelected ? 'true' : undefined}
    >
      <span
        className="span-name"
        style={{ paddingInlineStart: `${Math.min(depth, MAX_INDENTS) * INDENT_PX}px` }}
      >
        <span className={`dot dot-${span.status}`} aria-hidden="true" />
        <span className="span-text">
          {span.status === 'error' ? <span className="sr-only">failed: </span> : null}
          {span.name} <span className="muted">{span.service}</span>
        </span>
      </span>
      <span className="span-track" aria-hidden="true">
        <span
          className={`span-bar span-${span.status}`}
          style={{
            insetInlineStart: `min(${start * 100}%, 100% - 3px)`,
            inlineSize: `max(3px, ${length * 100}%)`,
          }}
        />
      </span>
      <span className="span-duration muted">{duration}</span>
    </Link>
  );
}

interface DetailsProps {
  readonly stack: Stack;
  readonly span: SpanRow;
  readonly logs: readonly LogLine[];
  readonly startMs: number;
}

function SpanDetails({ stack, span, logs, startMs }: DetailsProps) {
  const own = logs.filter(({ span_id }) => span_id === span.span_id);
  const recorded = parseJson(span.attributes, {}) as Record<string, unknown>;
  const attributes = Object.entries(recorded);
  const links = spanLinks(span, recorded, stack);
  const events = parseJson(span.events, []) as SpanEvent[];
  return (
    <div className="span-details">
      <h3>{span.name}</h3>
      {span.status === 'error' ? (
        <p className="notice notice-error pre-line">{failureText(span.status_message, events, own)}</p>
      ) : null}
      {links.length === 0 ? null : (
        <ul className="span-links" aria-label="Where it is shown">
          {links.map(({ label, href }) => (
            <li key={href}>
              <Link href={href}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      {own.length === 0 ? null : <Logs lines={own} />}
      <dl className="facts">
        <dt>Service</dt>
        <dd>
          {span.service} <span className="badge">{span.kind}</span>
        </dd>
        <dt>Start</dt>
        <dd>
          {formatDuration(span.start_ms - startMs)} after the trace began, {preciseTimeOfDay(span.start_ms)}
        </dd>
        {attributes.map(([key, value]) => (
          <div key={key} className="fact">
            <dt>{key}</dt>
            <dd>
              <code>{attributeText(value)}</code>
            </dd>
          </div>
        ))}
      </dl>
      {events.length === 0 ? null : (
        <>
          <h3>Events</h3>
          <ul className="log">
            {events.map((event) => (
              <li key={JSON.stringify(event)}>
                <code>
                  {event.name} {event.attributes === undefined ? '' : JSON.stringify(event.attributes)}
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      {own.length > 0 ? null : <p className="muted">This span has no logs. The trace has {logs.length}.</p>}
    </div>
  );
}

function Logs({ lines }: { lines: readonly LogLine[] }) {
  return (
    <>
      <h3>Logs</h3>
      <ul className="log">
        {lines.map(({ id, time_ms, severity, body }) => (
          <li key={id}>
            <span className="muted">{preciseTimeOfDay(time_ms)}</span>{' '}
            <span className={PROBLEM.test(severity) ? 'badge badge-bad' : 'badge'}>{severity}</span>{' '}
            <code>{body}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Parses JSON from the log; `fallback` if it is invalid, because sources may send anything. */
function parseJson(text: string, fallback: object): object {
  try {
    return (JSON.parse(text) as object | null) ?? fallback;
  } catch {
    return fallback;
  }
}
