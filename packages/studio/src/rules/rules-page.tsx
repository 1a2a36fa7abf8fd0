import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { DatabaseRules } from './database-rules.tsx';
import { OlderDenials } from './older-denials.tsx';
import { listDenials, useGetRecordedDenialsInfiniteQuery } from './recorded-denials.ts';
import { RequestDetails } from './request-details.tsx';
import { RequestList } from './request-list.tsx';
import { useGetCoverageQuery, useGetRequestsQuery } from './rules-endpoints.ts';
import { RulesServices, rulesServicesOf } from './rules-services.tsx';
import { RulesSource } from './rules-source.tsx';
import { deniedFirst } from './rules-text.ts';
import { StorageRules } from './storage-rules.tsx';
import './rules.css';

const REFRESH_MS = 1500;
const RECORDED_REFRESH_MS = 10_000;
const EditedRules = lazy(() => import('./edited-rules.tsx'));
const TryRequest = lazy(async () => ({ default: (await import('./try-request.tsx')).TryRequest }));

/** The rules of a service of the stack. */
export default function RulesPage({ stack }: { stack: Stack }) {
  const [params] = useSearchParams();
  const services = rulesServicesOf(stack);
  const service = services.find((each) => each === params.get('service')) ?? services[0];
  if (service === 'storage' && stack.storage !== null) {
    return <StorageRules stack={stack} storage={stack.storage} />;
  }
  if (service === 'database' && stack.database !== null) {
    return <DatabaseRules stack={stack} database={stack.database} />;
  }
  return <FirestoreRules stack={stack} />;
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
                <RulesSource coverage={coverage.data} line={line} onLine={onLine} />
              )}
            </>
          )}
        </section>
      </div>
    </div>
  );
}
