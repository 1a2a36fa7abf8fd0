import { abridge } from '@savepoint/model/cut-text';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import {
  errorMessage,
  type ProductSyncChange,
  type SyncRun,
  useSyncChangesQuery,
  useSyncProductsMutation,
  useSyncSettingsQuery,
  useSyncsQuery,
  useUndoSyncMutation,
} from './admin-endpoints.ts';
import { formatDateTime } from './format-date-time.ts';

const isRunning = (run: SyncRun) => run.status === 'staging' || run.status === 'applying';

function formatValue(value: unknown): string {
  const text = value === null || value === undefined ? 'nothing' : JSON.stringify(value);
  return abridge(text, 80);
}

function Change({ change }: { change: ProductSyncChange }) {
  return (
    <li>
      {change.fields?.name && <span>{change.fields.name} </span>}
      <strong>{change.id}</strong> {change.kind}
      {change.kind === 'updated' &&
        Object.keys(change.after ?? {}).map((field) => (
          <span key={field} className="muted admin-small">
            {field}: {formatValue(change.before?.[field])} → {formatValue(change.after?.[field])}
          </span>
        ))}
    </li>
  );
}

function Changes({ syncId }: { syncId: string }) {
  const { data, isError, refetch } = useSyncChangesQuery(syncId);
  if (isError) return <ErrorState resource="the changes" onRetry={refetch} />;
  if (data === undefined) return <Skeleton height="6rem" />;
  if (data.length === 0) return <p className="muted">Nothing has changed.</p>;
  return (
    <ul className="admin-rows" aria-label="Changes">
      {data.map((change) => (
        <Change key={change.id} change={change} />
      ))}
    </ul>
  );
}

/** Example: `Removes 3 products that the sync added. Gives 1 product the previous data back.` */
function describeUndo({ created, updated, archived }: SyncRun): string {
  const products = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`;
  const effects = [
    ...(created > 0 ? [`Removes ${products(created)} that the sync added.`] : []),
    ...(updated > 0 ? [`Gives ${products(updated)} the previous data back.`] : []),
    ...(archived > 0 ? [`Brings back ${products(archived)} that the sync archived.`] : []),
  ];
  return effects.length === 0 ? 'The sync has changed no product.' : effects.join(' ');
}

function Run({ run, canUndo }: { run: SyncRun; canUndo: boolean }) {
  const dispatch = useDispatch();
  const [undo, { isLoading }] = useUndoSyncMutation();
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const undoSync = async () => {
    const result = await undo(run.id);
    setAsks(false);
    dispatch(
      result.error === undefined
        ? toastShown({ text: 'The sync has been undone.' })
        : toastShown({ text: errorMessage(result.error), tone: 'error' }),
    );
  };
  return (
    <li className="card stack">
      <div className="row">
        <span className="tag">{run.status}</span>
        <strong>{formatDateTime(run.startedAt)}</strong>
        <span>
          {run.productsRead} read, {run.created} new, {run.updated} changed, {run.archived} archived
        </span>
      </div>
      {isRunning(run) && (
        <div role="status">
          <p>
            {run.status === 'staging' ? 'Reading' : 'Applying'}… page {run.pagesRead}, {run.productsRead}{' '}
            products
          </p>
          <progress aria-label="Sync in progress" style={{ width: '100%' }} />
        </div>
      )}
      {run.error && <p className="field-error">{run.error}</p>}
      {run.problemCount > 0 && (
        <details>
          <summary>
            {run.problemCount} {run.problemCount === 1 ? 'problem' : 'problems'}
          </summary>
          <ul className="admin-errors">
            {run.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="row">
        <Button variant="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide changes' : 'Show changes'}
        </Button>
        {canUndo && (
          <Button variant="danger" busy={isLoading} onClick={() => setAsks(true)}>
            Undo this sync
          </Button>
        )}
      </div>
      <Dialog open={asks} title="Undo this sync?" onClose={() => setAsks(false)}>
        <p>{describeUndo(run)} Shoppers see it at once. To get the changes back, sync again.</p>
        <div className="row">
          <Button variant="danger" busy={isLoading} onClick={undoSync}>
            Undo the sync
          </Button>
          <Button variant="quiet" data-autofocus onClick={() => setAsks(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
      {open && <Changes syncId={run.id} />}
    </li>
  );
}

/** Shared, so that the panel knows about a sync that its button has started. */
const SHARED_START = { fixedCacheKey: 'start' };

const CONNECT_URL = 'https://shopify.dev/docs/apps/build/dev-dashboard/create-apps-using-dev-dashboard';

/** Starts a sync if a platform is connected, or else explains how to connect one. */
function SyncStart({ isSyncing }: { isSyncing: boolean }) {
  const { data: settings, isError, refetch } = useSyncSettingsQuery();
  if (settings === undefined)
    return isError ? (
      <ErrorState resource="the connection" onRetry={refetch} />
    ) : (
      <Skeleton height="3.25rem" />
    );
  if (settings.isConnected) return <StartButton isSyncing={isSyncing} />;
  return (
    <div className="notice">
      <p>
        No shop platform is connected: to connect a Shopify store,{' '}
        <a href={CONNECT_URL} rel="noreferrer" target="_blank">
          create an app for it
        </a>{' '}
        and have its domain and secrets set, as “The product feed” in docs/deploy.md says.
      </p>
    </div>
  );
}

function StartButton({ isSyncing }: { isSyncing: boolean }) {
  const dispatch = useDispatch();
  const [start] = useSyncProductsMutation(SHARED_START);
  const startSync = async () => {
    const result = await start();
    dispatch(
      result.error === undefined
        ? toastShown({
            text: `Synced: ${result.data.created} new, ${result.data.updated} changed, ${result.data.archived} archived.`,
          })
        : toastShown({ text: errorMessage(result.error), tone: 'error' }),
    );
  };
  return (
    <div className="row">
      <Button busy={isSyncing} onClick={startSync}>
        {isSyncing ? 'Syncing…' : 'Sync now'}
      </Button>
      <p className="muted">
        Reads the whole catalog from the shop platform. Shoppers see all of the changes at once, or none of
        them.
      </p>
    </div>
  );
}

/**
 * Starts a product sync, shows its progress, lists the last runs with their changes, and undoes the
 * last applied one.
 */
export function SyncPanel() {
  const { data: runs, isError, refetch } = useSyncsQuery();
  const [, { isLoading: isStarting }] = useSyncProductsMutation(SHARED_START);
  const isSyncing = isStarting || (runs?.some(isRunning) ?? false);
  const lastApplied = runs?.find(({ status }) => status === 'applied');
  return (
    <>
      <SyncStart isSyncing={isSyncing} />
      {isError && runs === undefined && <ErrorState resource="the history" onRetry={refetch} />}
      {runs?.length === 0 && (
        <EmptyState icon="package" title="Not synced yet">
          <p>Until the first sync, the shop shows its own catalog.</p>
        </EmptyState>
      )}
      <ul className="admin-rows" aria-label="Syncs">
        {runs?.map((entry) => (
          <Run key={entry.id} run={entry} canUndo={entry.id === lastApplied?.id && !isSyncing} />
        ))}
      </ul>
    </>
  );
}
