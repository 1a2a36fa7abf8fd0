import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { UnloadedFunctions } from '../components/unloaded-functions.tsx';
import { Link } from '../navigation/navigation.tsx';
import { Commands } from './commands.tsx';
import { useGetErrorsQuery, useGetServersQuery } from './overview-endpoints.ts';
import { ServerCard } from './server-card.tsx';

const REFRESH_MS = 3000;
const StackMap = lazy(() => import('./stack-map.tsx'));

/** All servers of the stack, and commands for the whole stack. */
export function OverviewPage({ stack }: { stack: Stack }) {
  const polling = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };
  const { data: servers, error, refetch } = useGetServersQuery(undefined, polling);
  const { data: errors = {} } = useGetErrorsQuery(undefined, { ...polling, skip: stack.eventLog === null });
  const failed = servers?.filter(({ state }) => state === 'not responding' || state === 'failed') ?? [];
  return (
    <div className="page">
      <div className="page-head">
        <h1>{stack.projectId}</h1>
        <p className="muted path">{stack.folder}</p>
      </div>
      {error !== undefined ? <Failure error={error} onRetry={refetch} /> : null}
      {failed.length > 0 ? (
        <p className="notice notice-error" role="alert">
          {failed.map(({ label }) => label).join(', ')} {failed.length === 1 ? 'does' : 'do'} not respond. The
          terminal of the stack says why.
        </p>
      ) : null}
      {stack.functions === null ? null : <UnloadedFunctions />}
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
            {servers.map((server) => (
              <ServerCard
                key={server.name}
                server={server}
                errors={errors[server.name] ?? 0}
                hasCommands={stack.hasCommands}
              />
            ))}
          </ul>
        )}
        {[...new Set(servers?.flatMap(({ note }) => note ?? []))].map((note) => (
          <p key={note} className="muted">
            {note}
          </p>
        ))}
      </section>
      {stack.hasCommands ? <Commands stack={stack} /> : null}
      {stack.functions === null && stack.firestore === null ? null : (
        <section aria-labelledby="map">
          <h2 id="map">Map</h2>
          <Deferred fallback={<Loading what="the map" />}>
            <StackMap stack={stack} />
          </Deferred>
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
