import { dataHref } from '../firestore/data-path.ts';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { realtimeHref } from '../navigation/realtime-href.ts';
import type { DecidedRequest, RulesService } from './rules-endpoints.ts';
import { formatRulesValue, isDenied, senderOf, targetOf } from './rules-text.ts';
import { LineLink, Statements } from './statements.tsx';

interface RequestDetailsProps {
  readonly request: DecidedRequest;
  readonly file: string;
  /** True if the stack has an event log, which contains the trace of the request. */
  readonly hasLog: boolean;
  readonly service: RulesService;
}

/** One decision: each evaluated statement, and the deciding conditions with their values. */
export function RequestDetails({ request, file, hasLog, service }: RequestDetailsProps) {
  const { explanation, granularAllowOutcomes, rulesContext, outcome } = request;
  const { databaseId, path } = targetOf(request);
  const granting = granularAllowOutcomes.find((each) => each.outcome);
  const segments = path.split('/').filter((each) => each !== '' && each !== '**' && each !== '*');
  const [params] = useSearchParams();
  const replay = new URLSearchParams(params);
  replay.set('view', 'editor');
  replay.set('replay', request.requestId);
  return (
    <article className="request-details" aria-label="The selected request">
      <h2>
        {rulesContext.method} {path}
      </h2>
      <dl className="facts">
        <dt>Sent by</dt>
        <dd>{senderOf(request)}</dd>
        <dt>Time</dt>
        <dd>{request.time}</dd>
        <dt>Decision</dt>
        <dd>
          {outcome === 'admin' ? 'rules bypassed' : isDenied(request) ? 'denied' : 'allowed'}
          {granting === undefined ? null : (
            <>
              {' '}
              by <LineLink line={granting.line} file={file} />
            </>
          )}
        </dd>
        {service === 'storage' ? (
          <>
            <dt>Bucket</dt>
            <dd>{databaseId}</dd>
          </>
        ) : service === 'database' ? (
          <>
            <dt>Place</dt>
            <dd>
              <Link href={realtimeHref(databaseId, segments)}>Show in Realtime</Link>
            </dd>
          </>
        ) : (
          <>
            <dt>Document</dt>
            <dd>
              <Link href={dataHref({ databaseId, segments })}>Show in Data</Link>
            </dd>
          </>
        )}
      </dl>
      <div className="toolbar">
        {service !== 'firestore' ? null : (
          <Link className="button button-small" href={`/rules?${replay}`}>
            Replay against the edited rules
          </Link>
        )}
        {request.traceId === undefined || !hasLog ? null : (
          <Link href={`/traces/${request.traceId}`}>Show its trace</Link>
        )}
      </div>
      {explanation === undefined ? null : (
        <>
          <h3>Why it was denied</h3>
          <Statements explanation={explanation} method={rulesContext.method} file={file} />
        </>
      )}
      {request.isFromLog === undefined ? (
        <details>
          <summary>request and resource</summary>
          <pre className="pre-wrap">request = {formatRulesValue(rulesContext.request)}</pre>
          <pre className="pre-wrap">resource = {formatRulesValue(rulesContext.resource)}</pre>
        </details>
      ) : (
        <p className="muted">From the event log, which has the decision without request and resource.</p>
      )}
    </article>
  );
}
