import type { Stack } from '../api/stack-api.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import {
  type SentMessage,
  useClearOutboxMutation,
  useGetOutboxQuery,
  useSetTokenRegisteredMutation,
} from './messages-endpoints.ts';
import './messages.css';

const REFRESH_MS = 2000;

/** The outbox of Cloud Messaging, at `/messages?message=ID`. */
export default function MessagesPage({ stack }: { stack: Stack }) {
  const [params] = useSearchParams();
  const polling = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };
  const { data, error, refetch } = useGetOutboxQuery(undefined, polling);
  const [clear] = useClearOutboxMutation();
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading what="messages" />;
  const { messages, unregisteredTokens } = data;
  const selected = messages.find(({ id }) => String(id) === params.get('message'));
  return (
    <div className="page">
      <div className="page-head accounts-head">
        <h1>Messages</h1>
        <span className="spacer" />
        <button
          type="button"
          className="button"
          disabled={messages.length + unregisteredTokens.length === 0}
          onClick={() => clear()}
        >
          Clear
        </button>
      </div>
      {selected === undefined ? null : (
        <MessageDetails
          message={selected}
          hasTraces={stack.eventLog !== null}
          isGone={unregisteredTokens.includes(selected.target?.value ?? '')}
        />
      )}
      {messages.length === 0 ? (
        <Empty title="No messages yet">
          What functions send with Cloud Messaging appears here; no device receives it.
        </Empty>
      ) : (
        <MessageTable messages={messages} selected={selected} />
      )}
    </div>
  );
}

interface TableProps {
  readonly messages: readonly SentMessage[];
  readonly selected: SentMessage | undefined;
}

function MessageTable({ messages, selected }: TableProps) {
  return (
    <table className="table messages">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">To</th>
          <th scope="col">Message</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id}>
            <td>
              <Link
                href={`/messages?message=${message.id}`}
                aria-current={message === selected ? 'true' : undefined}
              >
                {dateAndTime(message.time)}
              </Link>
            </td>
            <td data-label="To">{targetText(message)}</td>
            <td data-label="Message">{titleOf(message) ?? 'Data only'}</td>
            <td data-label="Outcome">
              <span className={message.error === undefined ? 'badge' : 'badge badge-bad'}>
                {outcomeText(message)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DetailsProps {
  readonly message: SentMessage;
  readonly hasTraces: boolean;
  /** True if its token is refused as that of an uninstalled app. */
  readonly isGone: boolean;
}

function MessageDetails({ message: sent, hasTraces, isGone }: DetailsProps) {
  const [, change] = useSearchParams();
  const [setRegistered] = useSetTokenRegisteredMutation();
  const { name, target, subscribers, error, traceId, message } = sent;
  return (
    <section className="card message-details" aria-labelledby="message">
      <div className="toolbar">
        <h2 id="message">{titleOf(sent) ?? 'Data message'}</h2>
        <span className="spacer" />
        {hasTraces && traceId !== undefined ? (
          <Link className="button button-small" href={`/traces/${traceId}`}>
            Trace
          </Link>
        ) : null}
        {target?.kind !== 'token' ? null : (
          <button
            type="button"
            className="button button-small"
            onClick={() => setRegistered({ token: target.value, isRegistered: isGone })}
          >
            {isGone ? 'Register the token' : 'Unregister the token'}
          </button>
        )}
        <button type="button" className="button button-small" onClick={() => change({ message: null })}>
          Close
        </button>
      </div>
      {error === undefined ? null : (
        <p className="notice notice-error">
          {error.status}: {error.message}
        </p>
      )}
      <dl>
        <dt>To</dt>
        <dd>{targetText(sent)}</dd>
        {subscribers === undefined ? null : (
          <>
            <dt>Subscribed tokens</dt>
            <dd>{subscribers}</dd>
          </>
        )}
        {name === undefined ? null : (
          <>
            <dt>Name</dt>
            <dd>{name}</dd>
          </>
        )}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard. */}
      <pre tabIndex={0}>{JSON.stringify(message, null, 2)}</pre>
    </section>
  );
}

/** A refused message may have any value as its title. */
function titleOf({ message }: SentMessage): string | undefined {
  const title = message?.notification?.title;
  return typeof title === 'string' ? title : undefined;
}

function targetText({ target }: SentMessage): string {
  return target === undefined ? 'nobody' : `${target.kind} ${target.value}`;
}

function outcomeText({ error, isDryRun }: SentMessage): string {
  return error?.status ?? (isDryRun ? 'Validated' : 'Sent');
}
