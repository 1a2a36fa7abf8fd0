import { useDispatch } from 'react-redux';
import { useRunCommandMutation } from '../api/command-endpoints.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../navigation/navigation.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import type { ServerState } from './overview-endpoints.ts';

interface ServerCardProps {
  readonly server: ServerState;
  /** How many of its spans have failed in this run. */
  readonly errors: number;
  readonly hasCommands: boolean;
}

/** A server with its state and errors, and buttons where it can be stopped by itself. */
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

function ServerButtons({ server: { name, label, state } }: { server: ServerState }) {
  const dispatch = useDispatch();
  const [runCommand, { isLoading }] = useRunCommandMutation();
  const change = async (action: string) => {
    const { data, error } = await runCommand({ name: 'server', arguments: [action, name] });
    const message = data?.output ?? (error as { message: string }).message;
    dispatch(toastAdded({ message, isError: data?.ok !== true }));
  };
  const isStopped = state === 'stopped' || state === 'failed';
  const actions = isStopped ? ['Start'] : ['Stop', 'Restart'];
  return (
    <span className="server-buttons">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className="button button-small"
          disabled={isLoading}
          onClick={() => change(action.toLowerCase())}
        >
          {action}
          <span className="sr-only"> {label}</span>
        </button>
      ))}
      {isLoading ? <span role="status">Running …</span> : null}
    </span>
  );
}
