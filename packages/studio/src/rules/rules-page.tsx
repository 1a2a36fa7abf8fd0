import { lazy, useEffect, useMemo, useRef } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { ExpressionValues } from './expression-values.tsx';
import { OlderDenials } from './older-denials.tsx';
import { listDenials, useGetRecordedDenialsInfiniteQuery } from './recorded-denials.ts';
import { RequestDetails } from './request-details.tsx';
import { RequestList } from './request-list.tsx';
import { type Coverage, useGetCoverageQuery, useGetRequestsQuery } from './rules-endpoints.ts';
import { RulesServices } from './rules-services.tsx';
import { coverageByLine, coverageMark, deniedFirst, type LineCoverage } from './rules-text.ts';
import { StorageRules } from './storage-rules.tsx';
import './rules.css';

const REFRESH_MS = 1500;
const RECORDED_REFRESH_MS = 10_000;
const EditedRules = lazy(() => import('./edited-rules.tsx'));
const TryRequest = lazy(async () => ({ default: (await import('./try-request.tsx')).TryRequest }));

/** The rules of Firestore and of Storage. */
export default function RulesPage({ stack }: { stack: Stack }) {
  const [params] = useSearchParams();
  return params.get('service') === 'storage' && stack.storage !== null ? (
    <StorageRules stack={stack} storage={stack.storage} />
  ) : (
    <FirestoreRules stack={stack} />
  );
}

/** The requests that rules decided, beside the rules with what they have decided so far. */
function FirestoreRules({ stack }: { stack: Stack }) {
  const [params, change] = useSearchParams();
  const databaseId = params.get('database') ?? '(default)';
  const options = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };
  const coverage = useGetCoverageQuery({ projectId: stack.projectId, databaseId }, options);
  const isAll = params.get('show') === 'all';
  const requests = useGetRequestsQuery({ includeAdmin: isAll }, options);
  const isDeniedOnly = params.get('show') === 'denied';
  const isRecorded = isDeniedOnly && stack.eventLog !== null;
  const recorded = useGetRecordedDenialsInfiniteQuery('firestore', {
    pollingInterval: RECORDED_REFRESH_MS,
    skipPollingIfUnfocused: true,
    skip: !isRecorded,
  });
  const monitored = requests.data?.requests ?? [];
  const listed = isDeniedOnly
    ? listDenials(monitored, isRecorded ? (recorded.data?.pages ?? []) : [])
    : deniedFirst(monitored).map((request) => ({ request }));
  const selected = listed.find(({ request }) => request?.requestId === params.get('request'))?.request;
  const replayed =
    monitored.find(({ requestId }) => requestId === params.get('replay')) ??
    listed.find(({ request }) => request?.requestId === params.get('replay'))?.request;
  const isEditing = params.get('view') === 'editor';
  const line = Number(params.get('line')) || undefined;
  const onLine = (next: number | undefined) => change({ line: next === undefined ? null : String(next) });
  const file = stack.firestore?.rulesFile.split(/[\\/]/).at(-1) || 'the rules';
  return (
    <div className="page page-full">
      <div className="page-head">
        <h1>Rules</h1>
        <RulesServices stack={stack} shown="firestore" />
        <p className="muted path">{stack.firestore?.rulesFile}</p>
      </div>
      <div className="rules-columns">
        <section className="rules-requests" aria-label="Requests">
          {requests.error !== undefined ? (
            <Failure error={requests.error} onRetry={requests.refetch} />
          ) : requests.data === undefined ? (
            <Loading what="requests" />
          ) : !requests.data.isConnected && !isRecorded ? (
            <Empty title="No request monitor">
              The Firestore emulator of this stack does not report its decisions, or it has just stopped.
              {stack.eventLog === null ? null : (
                <>
                  {' '}
                  <Link href="/rules?show=denied">Denied requests</Link> are in the event log.
                </>
              )}
            </Empty>
          ) : (
            <RequestList requests={listed} service="firestore">
              {isRecorded ? <OlderDenials recorded={recorded} /> : null}
            </RequestList>
          )}
          {selected === undefined ? null : (
            <RequestDetails
              request={selected}
              file={file}
              hasLog={stack.eventLog !== null}
              service="firestore"
            />
          )}
        </section>
        <section className="rules-source" aria-label={`Source of ${file}`}>
          {coverage.error !== undefined ? (
            <Failure error={coverage.error} onRetry={coverage.refetch} />
          ) : coverage.data === undefined ? (
            <Loading what="the rules" />
          ) : (
            <>
              <fieldset className="segmented source-views" aria-label="View">
                <button
                  type="button"
                  aria-pressed={!isEditing}
                  onClick={() => change({ view: null, replay: null })}
                >
                  Coverage
                </button>
                <button type="button" aria-pressed={isEditing} onClick={() => change({ view: 'editor' })}>
                  Edit and try
                </button>
              </fieldset>
              {isEditing ? (
                <Deferred fallback={<Loading what="the editor" />}>
                  <EditedRules
                    stack={stack}
                    content={coverage.data.rules.files[0]?.content ?? ''}
                    report={coverage.data.report ?? []}
                    file={file}
                    line={line}
                    onLine={onLine}
                    service="firestore"
                  >
                    {(rules) => (
                      <TryRequest
                        key={replayed?.requestId ?? ''}
                        stack={stack}
                        {...rules}
                        file={file}
                        replayed={replayed}
                      />
                    )}
                  </EditedRules>
                </Deferred>
              ) : (
                <Source coverage={coverage.data} line={line} onLine={onLine} />
              )}
            </>
          )}
        </section>
      </div>
    </div>
  );
}

interface SourceProps {
  readonly coverage: Coverage;
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
}

/**
 * The rules with the number of evaluations beside each line; a line shows its expressions with
 * their values.
 */
function Source({ coverage, line, onLine }: SourceProps) {
  const content = coverage.rules.files[0]?.content ?? '';
  const lines = useMemo(() => coverageByLine(coverage.report ?? []), [coverage]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Not its center: with its values, a line may be higher than the pane.
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
