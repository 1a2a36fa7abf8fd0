import { lazy, Suspense } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Link } from '../navigation/navigation.tsx';
import { Commands } from './commands.tsx';
import { useGetServersQuery } from './overview-endpoints.ts';

const REFRESH_MS = 3000;
const StackMap = lazy(() => import('./stack-map.tsx'));

/** Every server of the stack, and the commands for all of it. */
export function OverviewPage({ stack }: { stack: Stack }) {
  const {
    data: servers,
    error,
    refetch,
  } = useGetServersQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const stopped = servers?.filter(({ state }) => state === 'stopped') ?? [];
  return (
    <div className="page">
      <div className="page-head">
        <h1>{stack.projectId}</h1>
        <p className="muted path">{stack.folder}</p>
      </div>
      {error !== undefined ? <Failure error={error} onRetry={refetch} /> : null}
      {stopped.length > 0 ? (
        <p className="notice notice-error" role="alert">
          {stopped.map(({ label }) => label).join(', ')} {stopped.length === 1 ? 'does' : 'do'} not respond.
          The terminal of the stack says why.
        </p>
      ) : null}
      <section aria-labelledby="servers">
        <h2 id="servers">Servers</h2>
        {servers === undefined ? (
          error === undefined ? (
            <Loading what="the servers" />
          ) : null
        ) : servers.length === 0 ? (
          <Empty title="This stack has no servers" />
        ) : (
          <ul className="cards">
            {servers.map(({ name, label, url, port, state }) => (
              <li key={name} className="card server">
                <span className={`dot dot-${state}`} aria-hidden="true" />
                <span className="server-name">{label}</span>
                <span className="server-state">{state}</span>
                <a href={url} target="_blank" rel="noreferrer" className="server-link">
                  127.0.0.1:{port}
                  <Icon name="open" />
                  <span className="sr-only">, {label} in a new tab</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      {stack.hasCommands ? <Commands hasFunctions={stack.functions !== null} /> : null}
      {stack.functions === null && stack.firestore === null ? null : (
        <section aria-labelledby="map">
          <h2 id="map">Map</h2>
          <Suspense fallback={<Loading what="the map" />}>
            <StackMap stack={stack} />
          </Suspense>
        </section>
      )}
      <section aria-labelledby="start">
        <h2 id="start">Look into it</h2>
        <ul className="cards">
          {stack.firestore === null ? null : (
            <>
              <Shortcut href="/data" title="Data" text="Browse and edit documents, with filters and undo." />
              <Shortcut
                href="/rules?show=denied"
                title="Denied requests"
                text="Each request that rules denied, with the condition that was false."
              />
            </>
          )}
          {stack.auth === null ? null : (
            <Shortcut href="/accounts" title="Accounts" text="Claims, verification and reset codes." />
          )}
          {stack.eventLog === null ? null : (
            <Shortcut href="/traces?q=status:error" title="Errors" text="Traces with a failed step." />
          )}
        </ul>
      </section>
    </div>
  );
}

function Shortcut({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <li className="card shortcut">
      <Link href={href}>{title}</Link>
      <p className="muted">{text}</p>
    </li>
  );
}
