import { Loading } from '../components/states.tsx';
import { useSearchParams } from '../navigation/navigation.tsx';
import { OlderDenials } from './older-denials.tsx';
import { listDenials, useGetRecordedDenialsInfiniteQuery } from './recorded-denials.ts';
import { RequestDetails } from './request-details.tsx';
import { RequestList } from './request-list.tsx';
import type { RulesService } from './rules-endpoints.ts';

const RECORDED_REFRESH_MS = 10_000;

interface RecordedRequestsProps {
  readonly file: string;
  readonly service: RulesService;
}

/** The recorded requests that the rules of a service have denied. */
export function RecordedRequests({ file, service }: RecordedRequestsProps) {
  const [params] = useSearchParams();
  const recorded = useGetRecordedDenialsInfiniteQuery(service, {
    pollingInterval: RECORDED_REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const listed = listDenials([], recorded.data?.pages ?? []);
  const selected = listed.find(({ request }) => request?.requestId === params.get('request'))?.request;
  return (
    <section className="rules-requests" aria-label="Requests">
      {recorded.data === undefined && recorded.error === undefined ? (
        <Loading what="requests" />
      ) : (
        <RequestList requests={listed} service={service}>
          <OlderDenials recorded={recorded} />
        </RequestList>
      )}
      {selected === undefined ? null : (
        <RequestDetails request={selected} file={file} hasLog service={service} />
      )}
    </section>
  );
}
