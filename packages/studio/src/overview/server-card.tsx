import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useRunCommandMutation } from '../api/command-endpoints.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../navigation/navigation.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import type { ServerState } from './overview-endpoints.ts';

interface ServerCardProps {
  readonly server: ServerState;
  /** The number of its failed spans in this run. */
  readonly errors: number;
  readonly hasCommands: boolean;
}

/** A server with its state and errors, and with buttons if it can be controlled. */
export function ServerCard({ server, errors, hasCommands }: ServerCardProps) {
  const { name, label, url, port, state, problem, isControlled } = server;
  return (
    <li className="card server">
      <span className={`dot dot-${state.replace(' ', '-')}`} aria-hidden="true" />
      <span className="server-name">{label}</span>
      <span className="server-state">{state}</span>
      <span className="server-links">
        <a href={url} target="_blank" rel="noreferrer" className="server-link">
          127.0.0.1:{port}
          <Icon name="open" />
          <span className="sr-only">, {label} in a new tab</span>
        </a>
        {errors > 0 ? (
          <Link href={`/traces?q=${encodeURIComponent(`status:error service:${name}`)}`}>
            {errors} {errors === 1 ? 'error' : 'errors'}
            <span className="sr-only"> of {label}</span>
          </Link>
        ) : null}
      </span>
      {problem === undefined ? null : <p className="server-problem">{problem}</p>}
      {isControlled && hasCommands ? <ServerButtons server={server} /> : null}
    </li>
  );
}

const EVENT_LOG = 'eventLog';
const EVENT_LOG_STOPS =
  'What happens until it is started again is missing in traces, in older denied requests and in the ' +
  'history of documents, which show it as a gap. What is recorded already remains.';

/** The consequences to confirm before the action; none if it affects only this server. */
function consequencesOf(action: Action, { name, note }: ServerState): string | undefined {
  if (name === EVENT_LOG && action === 'Stop') return EVENT_LOG_STOPS;
  return action === 'Start' ? undefined : note;
}

const ACTIONS = {
  Start: { argument: 'start', done: 'responds' },
  Stop: { argument: 'stop', done: 'is stopped' },
  Restart: { argument: 'restart', done: 'responds' },
} as const;
type Action = keyof typeof ACTIONS;

function ServerButtons({ server }: { server: ServerState }) {
  const { name, label, state, note } = server;
  const dispatch = useDispatch();
  const [runCommand, { isLoading }] = useRunCommandMutation();
  const [asked, setAsked] = useState<Action>();
  const change = async (action: Action) => {
    const { argument, done } = ACTIONS[action];
    const { data, error } = await runCommand({ name: 'server', arguments: [argument, name] });
    setAsked(undefined);
    const isOk = data?.ok === true;
    const reason = data?.output ?? (error as { message: string } | undefined)?.message;
    dispatch(
      toastAdded({
        // If several servers are affected, the command's output describes the result.
        message: isOk ? (note && data.output) || `${label} ${done}.` : `${action} ${label}: ${reason}`,
        isError: !isOk,
      }),
    );
  };
  const isStopped = state === 'stopped' || state === 'failed';
  const actions: readonly Action[] = isStopped ? ['Start'] : ['Stop', 'Restart'];
  return (
    <span className="server-buttons">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className="button button-small"
          disabled={isLoading}
          onClick={() => (consequencesOf(action, server) === undefined ? change(action) : setAsked(action))}
        >
          {action}
          <span className="sr-only"> {label}</span>
        </button>
      ))}
      {isLoading ? <span role="status">Running …</span> : null}
      {asked === undefined ? null : (
        <Dialog
          title={`${asked} ${label}?`}
          submitLabel={asked}
          isDangerous
          isBusy={isLoading}
          onClose={() => setAsked(undefined)}
          onSubmit={() => change(asked)}
        >
          <p>{consequencesOf(asked, server)}</p>
        </Dialog>
      )}
    </span>
  );
}
