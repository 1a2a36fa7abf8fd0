import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { CoveredRules } from './covered-rules.tsx';
import { DatabaseRules } from './database-rules.tsx';
import { OlderDenials } from './older-denials.tsx';
import { listDenials, useGetRecordedDenialsInfiniteQuery } from './recorded-denials.ts';
import { RequestDetails } from './request-details.tsx';
import { RequestList } from './request-list.tsx';
import { useGetCoverageQuery, useGetRequestsQuery } from './rules-endpoints.ts';
import { RulesServices, rulesServicesOf } from './rules-services.tsx';
import { deniedFirst } from './rules-text.ts';
import { StorageRules } from './storage-rules.tsx';
import './rules.css';

const REFRESH_MS = 1500;
const RECORDED_REFRESH_MS = 10_000;
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

/** The requests decided by rules, beside the rules with their decisions so far. */
function FirestoreRules({ stack }: { stack: Stack }) {
  const [params] = useSearchParams();
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
        <CoveredRules stack={stack} coverage={coverage} file={file} service="firestore">
          {(rules) => (
            <TryRequest
              key={replayed?.requestId ?? ''}
              stack={stack}
              {...rules}
              file={file}
              replayed={replayed}
            />
          )}
        </CoveredRules>
      </div>
    </div>
  );
}
