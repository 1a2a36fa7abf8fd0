import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  type LoadedFunction,
  type SentEvent,
  useGetSentEventsQuery,
  useRedeliverMutation,
} from '../api/functions-endpoints.ts';
import type { Stack, StoredError } from '../api/stack-api.ts';
import { newTrace } from '../api/trace-parent.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { preciseTimeOfDay } from '../components/time-text.ts';
import { Link } from '../navigation/navigation.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';

const REFRESH_MS = 3000;
const MAX_SHOWN = 20;

/** The last events of a trigger, which can be delivered again unchanged. */
export function TriggerEvents({ stack, trigger }: { stack: Stack; trigger: LoadedFunction }) {
  const { projectId } = stack;
  const { data, error, refetch } = useGetSentEventsQuery(projectId, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const dispatch = useDispatch();
  const [redeliver] = useRedeliverMutation();
  const [traces, setTraces] = useState<Readonly<Record<string, string>>>({});
  const prefix = `${trigger.region}-${trigger.id}-`;
  const events = data?.filter(
    (event) => event.trigger.startsWith(prefix) && /^\d+$/.test(event.trigger.slice(prefix.length)),
  );
  const deliver = async ({ id, path }: SentEvent) => {
    const { traceId, traceparent } = newTrace();
    const { error: failure } = await redeliver({ projectId, id, traceparent });
    if (failure === undefined) setTraces((old) => ({ ...old, [id]: traceId }));
    const message =
      failure === undefined ? `Delivered the event of ${path} again.` : (failure as StoredError).message;
    dispatch(toastAdded({ message, isError: failure !== undefined }));
  };
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (events === undefined) return <Loading what="events" />;
  if (events.length === 0) {
    return (
      <Empty title="No events yet">Each change of a document that matches the trigger is an event.</Empty>
    );
  }
  return (
    <table className="table" aria-label="Events">
      <thead>
        <tr>
          <th scope="col">Document</th>
          <th scope="col">Change</th>
          <th scope="col">Time</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.slice(0, MAX_SHOWN).map((event) => (
          <tr key={event.id}>
            <td>
              <code>{event.path}</code>
            </td>
            <td>{event.change}</td>
            <td className="muted">{preciseTimeOfDay(event.time)}</td>
            <td>
              <div className="toolbar">
                <button
                  type="button"
                  className="button button-small"
                  aria-label={`Deliver again: ${event.path}`}
                  onClick={() => deliver(event)}
                >
                  Deliver again
                </button>
                {stack.eventLog === null || traces[event.id] === undefined ? null : (
                  <Link href={`/traces/${traces[event.id]}`}>Show the trace</Link>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
