import { lazy, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Icon } from '../components/icon.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { Link, useNavigate, useSearchParams } from '../navigation/navigation.tsx';
import { realtimeHref } from '../navigation/realtime-href.ts';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { useGetNamespacesQuery } from './realtime-endpoints.ts';
import { pathOfRow, type Row } from './tree.ts';
import { TreeList } from './tree-list.tsx';
import { useTree } from './use-tree.ts';
import { placeText, useWriteWithUndo } from './use-write-with-undo.ts';
import '../components/data-view.css';
import './realtime.css';

const REFRESH_MS = 5000;
const AddDialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));
const PlaceHistory = lazy(async () => ({ default: (await import('./place-history.tsx')).PlaceHistory }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** An open dialog and its location. */
interface Opened {
  readonly kind: 'add' | 'import';
  readonly path: readonly string[];
}

/** The data of the Realtime Database as a live tree. */
export default function RealtimePage({ stack }: { stack: Stack }) {
  const [params, change] = useSearchParams();
  const isHistory = params.get('view') === 'history' && stack.eventLog !== null;
  const namespace = params.get('ns') ?? stack.database?.namespace ?? '';
  const base = (params.get('path') ?? '').split('/').filter((key) => key !== '');
  const { tree, open, close, reload } = useTree(namespace, base);
  const [opened, setOpened] = useState<Opened>();
  const onClose = () => setOpened(undefined);
  const remove = useRemove(namespace);
  const children = tree.loaded.get(base.map((key) => `/${key}`).join(''));
  return (
    <div className="page page-full">
      <div className="page-head data-head realtime-head">
        <h1>Realtime</h1>
        <NamespaceSelect own={stack.database?.namespace ?? ''} namespace={namespace} />
        <PathForm namespace={namespace} path={base} />
        <button type="button" className="button" onClick={() => setOpened({ kind: 'import', path: base })}>
          Import
        </button>
        <ExportButton namespace={namespace} path={base} />
        <button
          type="button"
          className="button button-primary"
          disabled={tree.base?.[2] != null}
          title={tree.base?.[2] != null ? 'A child would replace the value that is here.' : undefined}
          onClick={() => setOpened({ kind: 'add', path: base })}
        >
          <Icon name="add" /> Add
        </button>
      </div>
      <section className="tree" aria-label="Data">
        <div className="column-head">
          <Crumbs namespace={namespace} path={base} />
          {stack.eventLog === null ? null : (
            <fieldset className="segmented" aria-label="View">
              <button type="button" aria-pressed={!isHistory} onClick={() => change({ view: null })}>
                Data
              </button>
              <button type="button" aria-pressed={isHistory} onClick={() => change({ view: 'history' })}>
                History
              </button>
            </fieldset>
          )}
          <span className="muted tree-state" role="status">
            {tree.isLive ? 'live' : 'connecting …'}
          </span>
        </div>
        {isHistory ? (
          <Deferred fallback={<Loading what="the history" />}>
            <PlaceHistory namespace={namespace} path={base} />
          </Deferred>
        ) : tree.error !== undefined && children === undefined ? (
          <Failure error={tree.error} onRetry={reload} />
        ) : children === undefined ? (
          <Loading what="the data" />
        ) : (
          <TreeList
            tree={tree}
            namespace={namespace}
            base={base}
            onOpen={open}
            onClose={close}
            onAdd={(path) => setOpened({ kind: 'add', path })}
            onRemove={remove}
          />
        )}
      </section>
      {opened === undefined ? null : (
        <Deferred>
          {opened.kind === 'add' ? (
            <AddDialog namespace={namespace} path={opened.path} onClose={onClose} />
          ) : (
            <ImportDialog namespace={namespace} path={opened.path} onClose={onClose} />
          )}
        </Deferred>
      )}
    </div>
  );
}

/** Removes a row and everything below it. */
function useRemove(namespace: string): (row: Row) => Promise<void> {
  const dispatch = useDispatch();
  const write = useWriteWithUndo(namespace);
  return async (row) => {
    const path = pathOfRow(row);
    try {
      await write(path, null, `Removed ${placeText(path)}.`);
    } catch (error) {
      dispatch(toastAdded({ message: (error as Error).message, isError: true }));
    }
  };
}

/** Renders nothing for a stack with one namespace. */
function NamespaceSelect({ own, namespace }: { own: string; namespace: string }) {
  const { data = [] } = useGetNamespacesQuery(own, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const navigate = useNavigate();
  const names = [...new Set([own, namespace, ...data])];
  if (names.length === 1) return null;
  return (
    <label className="inline-field">
      <span className="sr-only">Instance</span>
      <select value={namespace} onChange={({ target }) => navigate(realtimeHref(target.value, []))}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** Shows any typed location. */
function PathForm({ namespace, path }: { namespace: string; path: readonly string[] }) {
  const navigate = useNavigate();
  const shown = path.join('/');
  return (
    <form
      key={shown}
      className="path-form"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('path'));
        navigate(
          realtimeHref(
            namespace,
            typed.split('/').filter((key) => key !== ''),
          ),
        );
      }}
    >
      <input name="path" defaultValue={shown} aria-label="Path" placeholder="users/ada" autoComplete="off" />
    </form>
  );
}

function Crumbs({ namespace, path }: { namespace: string; path: readonly string[] }) {
  return (
    <nav className="crumbs" aria-label="Place">
      <Link href={realtimeHref(namespace, [])}>{namespace}</Link>
      {path.map((key, depth) => {
        const place = path.slice(0, depth + 1);
        return (
          <span key={place.join('/')}>
            {' / '}
            <Link href={realtimeHref(namespace, place)}>{key}</Link>
          </span>
        );
      })}
    </nav>
  );
}

/** Saves the displayed location to a file. */
function ExportButton({ namespace, path }: { namespace: string; path: readonly string[] }) {
  const dispatch = useDispatch();
  return (
    <button
      type="button"
      className="button"
      onClick={async () => {
        try {
          const { exportFile } = await import('./export-file.ts');
          await exportFile(namespace, path);
        } catch (error) {
          dispatch(toastAdded({ message: (error as Error).message, isError: true }));
        }
      }}
    >
      Export
    </button>
  );
}
