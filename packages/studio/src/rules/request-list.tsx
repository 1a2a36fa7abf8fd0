import type { ReactNode } from 'react';
import { VList } from 'virtua';
import { moveFocus } from '../components/move-focus.ts';
import { Empty } from '../components/states.tsx';
import { timeOfDay } from '../components/time-text.ts';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import type { ListedRequest } from './recorded-denials.ts';
import type { DecidedRequest, RulesService } from './rules-endpoints.ts';
import { isDenied, reasonOf, senderOf, targetOf } from './rules-text.ts';

const ROW_HEIGHT_PX = 58;

interface RequestListProps {
  /** In display order. */
  readonly requests: readonly ListedRequest[];
  readonly service: RulesService;
  /** Rendered below the list. */
  readonly children?: ReactNode;
}

function emptyTitle(requests: number, show: string): string {
  if (requests > 0) return 'No such request';
  return show === 'denied' ? 'No denied requests' : 'No requests yet';
}

/** Requests decided by rules, with a search field and a filter. */
export function RequestList({ requests, service, children }: RequestListProps) {
  const [params, change] = useSearchParams();
  // For other services, only denials are kept.
  const show = service !== 'firestore' ? 'denied' : (params.get('show') ?? '');
  const text = params.get('q') ?? '';
  const shown = requests.filter(
    ({ request }) =>
      text === '' ||
      request === undefined ||
      `${targetOf(request).path} ${request.rulesContext.method} ${senderOf(request)}`.includes(text),
  );
  const hrefOf = ({ requestId, explanation, granularAllowOutcomes }: DecidedRequest) => {
    const next = new URLSearchParams(params);
    next.set('request', requestId);
    const line =
      explanation?.statements[0]?.line ?? granularAllowOutcomes.find(({ outcome }) => outcome)?.line;
    if (line === undefined) next.delete('line');
    else next.set('line', String(line));
    return `/rules?${next}`;
  };
  return (
    <>
      <div className="toolbar request-tools">
        <input
          type="search"
          value={text}
          placeholder="Path, method or user"
          aria-label="Search requests"
          onChange={(event) => change({ q: event.target.value })}
        />
        {service !== 'firestore' ? null : (
          <select aria-label="Show" value={show} onChange={(event) => change({ show: event.target.value })}>
            <option value="">Decided by rules</option>
            <option value="denied">Denied</option>
            <option value="all">With the administrator's</option>
          </select>
        )}
      </div>
      {shown.length === 0 ? (
        <Empty title={emptyTitle(requests.length, show)}>
          {service === 'firestore'
            ? 'Requests of clients to Firestore appear here as they are decided.'
            : 'Requests of clients appear here when rules deny them.'}
        </Empty>
      ) : (
        <VList
          className="requests"
          data={shown}
          itemSize={ROW_HEIGHT_PX}
          onKeyDown={moveFocus}
          role="group"
          aria-label="Requests"
        >
          {({ request, gap }) =>
            request === undefined ? (
              <p key={`gap-${gap.id}`} className="request">
                <span className="badge">gap</span>
                <span className="request-target">Not recorded</span>
                <time className="muted request-time">{timeOfDay(gap.time_ms)}</time>
                <span className="muted request-reason" title={gap.body}>
                  {gap.body}
                </span>
              </p>
            ) : (
              <Link
                key={request.requestId}
                className="request"
                data-row=""
                href={hrefOf(request)}
                aria-current={request.requestId === params.get('request') ? 'true' : undefined}
              >
                <span className={isDenied(request) ? 'badge badge-bad' : 'badge badge-good'}>
                  {isDenied(request) ? 'denied' : request.outcome === 'admin' ? 'admin' : 'allowed'}
                </span>
                <span className="request-target">
                  {request.rulesContext.method} {targetOf(request).path}
                </span>
                <span className="muted request-time">{timeOfDay(request.time)}</span>
                <span className="muted request-reason">
                  {senderOf(request)}
                  {reasonOf(request) === undefined ? '' : ` · ${reasonOf(request)}`}
                </span>
              </Link>
            )
          }
        </VList>
      )}
      {children}
    </>
  );
}
