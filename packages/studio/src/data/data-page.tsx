import { lazy, useMemo, useState } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import {
  collectionSegments,
  type DataPath,
  dataHref,
  parseDataPath,
  parseQuery,
} from '../firestore/data-path.ts';
import { databaseName, resourceName } from '../firestore/requests.ts';
import { Link, useLocation, useNavigate } from '../navigation/navigation.tsx';
import { ColumnHead } from './column-head.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentPanel } from './document-panel.tsx';
import {
  useGetCollectionIdsQuery,
  useGetDatabasesQuery,
  useGetProjectsQuery,
} from './firestore-endpoints.ts';
import { NewDocument } from './new-document.tsx';
import { QueryBar } from './query-bar.tsx';
import '../components/data-view.css';
import './data.css';

const REFRESH_MS = 5000;
const ExportDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).ExportDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).ImportDialog }));

/**
 * Databases, collections and documents in three columns. Narrow windows show only the column of the
 * current address.
 */
export default function DataPage({ stack }: { stack: Stack }) {
  const { pathname, search } = useLocation();
  const path = useMemo(() => parseDataPath(pathname), [pathname]);
  const projectId = path.projectId ?? stack.projectId;
  const query = useMemo(
    () => parseQuery(projectId, path, new URLSearchParams(search)),
    [projectId, path, search],
  );
  const [isCreating, setIsCreating] = useState(false);
  const [transfer, setTransfer] = useState<'import' | 'export'>();
  const Transfer = transfer === 'import' ? ImportDialog : ExportDialog;
  const database = databaseName(projectId, path.databaseId);
  const isDocument = path.segments.length > 0 && path.segments.length % 2 === 0;
  const collection = collectionSegments(path.segments);
  return (
    <div className="page page-full">
      <div className="page-head data-head">
        <h1>Data</h1>
        <ProjectSelect own={stack.projectId} projectId={projectId} />
        <DatabaseSelect projectId={projectId} path={path} />
        <PathForm path={path} />
        {query === null ? null : (
          <>
            <button type="button" className="button" onClick={() => setTransfer('import')}>
              Import
            </button>
            <button type="button" className="button" onClick={() => setTransfer('export')}>
              Export
            </button>
          </>
        )}
        <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
          <Icon name="add" /> New document
        </button>
      </div>
      <div className={`columns columns-${isDocument ? 'document' : query === null ? 'root' : 'collection'}`}>
        <Collections database={database} path={path} />
        <section className="column column-list" aria-label="Documents">
          {query === null ? (
            <Empty title="Choose a collection">Its documents are listed here.</Empty>
          ) : (
            <>
              <ColumnHead path={{ ...path, segments: collection }} up={collection.slice(0, -2)} />
              <QueryBar />
              <DocumentList query={query} path={path} />
            </>
          )}
        </section>
        <section className="column column-document" aria-label="Document">
          {isDocument ? (
            <DocumentPanel
              key={`${database}/${path.segments.join('/')}`}
              name={resourceName(database, path.segments)}
              path={path}
              database={database}
            />
          ) : (
            <Empty title="Choose a document">It can be edited here, as a form or as JSON.</Empty>
          )}
        </section>
      </div>
      {transfer === undefined || query === null ? null : (
        <Deferred>
          <Transfer
            database={database}
            collection={collection}
            query={query}
            onClose={() => setTransfer(undefined)}
          />
        </Deferred>
      )}
      {isCreating ? (
        <NewDocument
          database={database}
          path={path}
          collection={collection.join('/')}
          fields={{}}
          onClose={() => setIsCreating(false)}
        />
      ) : null}
    </div>
  );
}

/** Renders nothing for a stack with one project. */
function ProjectSelect({ own, projectId }: { own: string; projectId: string }) {
  const { data = [] } = useGetProjectsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const navigate = useNavigate();
  const ids = [...new Set([own, projectId, ...data])];
  if (ids.length === 1) return null;
  return (
    <label className="inline-field">
      <span className="sr-only">Project</span>
      <select
        value={projectId}
        onChange={({ target: { value } }) =>
          navigate(
            dataHref({
              ...(value === own ? {} : { projectId: value }),
              databaseId: '(default)',
              segments: [],
            }),
          )
        }
      >
        {ids.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  );
}

function DatabaseSelect({ projectId, path }: { projectId: string; path: DataPath }) {
  const { databaseId } = path;
  const { data = [databaseId] } = useGetDatabasesQuery(projectId, { refetchOnMountOrArgChange: true });
  const navigate = useNavigate();
  const ids = data.includes(databaseId) ? data : [databaseId, ...data];
  return (
    <label className="inline-field">
      <span className="sr-only">Database</span>
      <select
        value={databaseId}
        onChange={(event) => navigate(dataHref({ ...path, databaseId: event.target.value, segments: [] }))}
      >
        {ids.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  );
}

/** Opens any typed path, including a subcollection of a document that does not exist. */
function PathForm({ path }: { path: DataPath }) {
  const navigate = useNavigate();
  const shown = path.segments.join('/');
  return (
    <form
      key={shown}
      className="path-form"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('path'));
        const segments = typed
          .split('/')
          .map((each) => each.trim())
          .filter((each) => each !== '');
        navigate(dataHref({ ...path, segments }));
      }}
    >
      <input
        name="path"
        defaultValue={shown}
        aria-label="Path"
        placeholder="collection/document"
        autoComplete="off"
      />
    </form>
  );
}

function Collections({ database, path }: { database: string; path: DataPath }) {
  const { data, error, refetch } = useGetCollectionIdsQuery(`${database}/documents`, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <nav className="column column-collections" aria-label="Collections">
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading what="collections" />
      ) : data.length === 0 ? (
        <Empty title="No collections">The first document creates one.</Empty>
      ) : (
        <ul className="link-list">
          {data.map((id) => (
            <li key={id}>
              <Link
                href={dataHref({ ...path, segments: [id] })}
                aria-current={path.segments[0] === id ? 'true' : undefined}
                title={id}
              >
                {id}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
