import { lazy, useEffect, useRef, useState } from 'react';
import { useGetStackQuery } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import { collectionSegments, type DataPath, dataHref } from '../firestore/data-path.ts';
import { formatFields, parseFields } from '../firestore/json-text.ts';
import type { Document } from '../firestore/requests.ts';
import type { Fields } from '../firestore/values.ts';
import { Link, useLocation, useNavigate, useSearchParams } from '../navigation/navigation.tsx';
import { useUnsaved } from '../navigation/unsaved-changes.ts';
import { ColumnHead } from './column-head.tsx';
import { changedFields, type InvalidInput, isEqual } from './field-tree.ts';
import { FieldsForm } from './fields-form.tsx';
import { useGetCollectionIdsQuery, useGetDocumentQuery } from './firestore-endpoints.ts';
import { NewDocument } from './new-document.tsx';
import { useCommitWithUndo } from './use-commit-with-undo.ts';

const REFRESH_MS = 2000;
const HIGHLIGHT_MS = 2500;
const DocumentHistory = lazy(() => import('./document-history.tsx'));

interface PanelProps {
  readonly name: string;
  readonly path: DataPath;
  readonly database: string;
}

/** A document, reread every two seconds. */
export function DocumentPanel({ name, path, database }: PanelProps) {
  const {
    data: document,
    error,
    refetch,
  } = useGetDocumentQuery(name, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [last, setLast] = useState<Document>();
  if (document && document !== last) setLast(document);
  // An edit is kept if somebody else deletes the document.
  const edited = document ?? (document === null && isUnsaved && last?.name === name ? last : undefined);
  return (
    <>
      <ColumnHead path={path} up={collectionSegments(path.segments)} />
      {error === undefined ? null : <Failure error={error} onRetry={refetch} />}
      {edited !== undefined ? (
        <DocumentEditor
          document={edited}
          isDeleted={document === null}
          path={path}
          database={database}
          onUnsaved={setIsUnsaved}
        />
      ) : document === null ? (
        <>
          <Empty title="This document does not exist">It may still have subcollections.</Empty>
          <History name={name} database={database} document={null} />
        </>
      ) : error === undefined ? (
        <Loading what="the document" />
      ) : null}
      <Subcollections name={name} path={path} />
    </>
  );
}

/** The recorded versions, if there is an event log. */
function History(props: { name: string; database: string; document: Document | null }) {
  const { data: stack } = useGetStackQuery();
  if (stack === undefined || stack.eventLog === null) return null;
  return (
    <Deferred fallback={<Loading what="the history" />}>
      <DocumentHistory {...props} />
    </Deferred>
  );
}

function Subcollections({ name, path }: { name: string; path: DataPath }) {
  const { data = [] } = useGetCollectionIdsQuery(name, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  if (data.length === 0) return null;
  return (
    <nav className="subcollections" aria-label="Subcollections">
      {data.map((id) => (
        <Link key={id} className="chip" href={dataHref({ ...path, segments: [...path.segments, id] })}>
          {id}
        </Link>
      ))}
    </nav>
  );
}

interface EditorProps {
  /** The current document, or the last version before it was deleted. */
  readonly document: Document;
  readonly isDeleted: boolean;
  /** Reports whether there are unsaved changes. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
  readonly path: DataPath;
  readonly database: string;
}

/**
 * An unsaved change: the version on which it is based, and the new fields or possibly invalid JSON.
 */
interface Draft {
  readonly base: Document;
  readonly fields: Fields;
  readonly json?: string;
  /** Inputs in the form that cannot be saved. */
  readonly invalid: readonly InvalidInput[];
}

function DocumentEditor({ document, isDeleted, onUnsaved, path, database }: EditorProps) {
  const [params, changeParams] = useSearchParams();
  const view = params.get('view');
  const { data: stack } = useGetStackQuery();
  const hasHistory = stack !== undefined && stack.eventLog !== null;
  const isHistory = hasHistory && view === 'history';
  const isJson = view === 'json';
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  const [isCopying, setIsCopying] = useState(false);
  const changed = useChangedFields(document);
  const { save, remove, isBusy } = useChanges(document, isDeleted, path, database, () => setDraft(undefined));
  const fields = draft?.fields ?? document.fields ?? {};
  const isOutdated = draft !== undefined && draft.base.updateTime !== document.updateTime;
  const isSame = draft === undefined || isEqual(draft.fields, document.fields ?? {});
  const invalid = draft?.invalid ?? [];
  const isInvalid = problem !== undefined || invalid.length > 0;
  const isUnsaved = isInvalid || !isSame;
  useUnsaved(isUnsaved);
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const edit = (next: Pick<Draft, 'fields'> & Partial<Draft>) =>
    setDraft({ base: draft?.base ?? document, invalid: [], ...next });
  const editJson = (text: string) => {
    try {
      edit({ fields: parseFields(text), json: text });
      setProblem(undefined);
    } catch (error) {
      edit({ fields, json: text });
      setProblem((error as Error).message);
    }
  };
  const showView = (view: string | null) => {
    if (isInvalid) return;
    if (draft !== undefined) edit({ fields: draft.fields });
    changeParams({ view });
  };
  const discard = () => {
    setDraft(undefined);
    setProblem(undefined);
  };
  return (
    <>
      <div className="toolbar document-tools">
        <fieldset className="segmented" aria-label="View">
          <button type="button" aria-pressed={!isJson && !isHistory} onClick={() => showView(null)}>
            Form
          </button>
          <button type="button" aria-pressed={isJson} onClick={() => showView('json')}>
            JSON
          </button>
          {hasHistory ? (
            <button type="button" aria-pressed={isHistory} onClick={() => showView('history')}>
              History
            </button>
          ) : null}
        </fieldset>
        <span className="spacer" />
        <button type="button" className="button button-small" onClick={() => setIsCopying(true)}>
          <Icon name="copy" /> Copy
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          disabled={isBusy || isDeleted}
          onClick={remove}
        >
          <Icon name="remove" /> Delete
        </button>
      </div>
      {isDeleted ? (
        <div className="notice notice-error" role="alert">
          <p>The document was deleted since you began. Save creates it again.</p>
        </div>
      ) : null}
      {isOutdated ? (
        <div className="notice notice-error" role="alert">
          <p>The document has changed since you began. Saving would replace the other change.</p>
          <button type="button" className="button button-small" onClick={discard}>
            Show the current version
          </button>
          <button
            type="button"
            className="button button-small"
            onClick={() => setDraft(draft && { ...draft, base: document })}
          >
            Keep mine
          </button>
        </div>
      ) : null}
      {isHistory ? (
        <History name={document.name} database={database} document={document} />
      ) : isJson ? (
        <textarea
          className="json-editor"
          aria-label="The document as JSON"
          aria-invalid={problem !== undefined}
          spellCheck={false}
          value={draft?.json ?? formatFields(fields)}
          onChange={(event) => editJson(event.target.value)}
        />
      ) : (
        <FieldsForm
          fields={fields}
          changed={changed}
          invalid={invalid}
          onChange={(next, inputs) => edit({ fields: next, invalid: inputs })}
        />
      )}
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {invalid.length === 0 ? null : (
        <p className="problem" role="alert">
          Not valid, and not saved: {invalid.map(({ path }) => path.join('.')).join(', ')}
        </p>
      )}
      <div className="toolbar document-foot">
        <span className="muted document-time">changed {dateAndTime(document.updateTime)}</span>
        <span className="spacer" />
        {draft === undefined ? null : (
          <>
            <button type="button" className="button" onClick={discard}>
              Discard
            </button>
            <button
              type="button"
              className="button button-primary"
              disabled={isBusy || isInvalid || isOutdated || isSame}
              onClick={() => save(draft)}
            >
              Save
            </button>
          </>
        )}
      </div>
      {isCopying ? (
        <NewDocument
          database={database}
          path={path}
          collection={collectionSegments(path.segments).join('/')}
          fields={fields}
          onClose={() => setIsCopying(false)}
        />
      ) : null}
    </>
  );
}

/** Names of the recently changed fields. */
function useChangedFields(document: Document): ReadonlySet<string> {
  const previous = useRef(document);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = previous.current;
    previous.current = document;
    if (before.updateTime === document.updateTime) return;
    setChanged(changedFields(before.fields ?? {}, document.fields ?? {}));
    const timer = setTimeout(() => setChanged(new Set()), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [document]);
  return changed;
}

/**
 * Saves, recreating a deleted document, or deletes. Both fail if someone else was faster, and both
 * can be undone as long as nobody changes the document again.
 */
function useChanges(
  document: Document,
  isDeleted: boolean,
  path: DataPath,
  database: string,
  onSaved: () => void,
) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { run, isBusy } = useCommitWithUndo(database);
  const id = path.segments.at(-1) as string;
  const { name } = document;
  const before = { name, fields: document.fields ?? {} };
  return {
    isBusy,
    async save({ base, fields }: Draft) {
      const isSaved = await run(
        {
          update: { name, fields },
          currentDocument: isDeleted ? { exists: false } : { updateTime: base.updateTime },
        },
        (updateTime) =>
          isDeleted
            ? { delete: name, currentDocument: { updateTime } }
            : { update: before, currentDocument: { updateTime } },
        `Saved ${id}.`,
      );
      if (isSaved) onSaved();
    },
    async remove() {
      const isRemoved = await run(
        { delete: name, currentDocument: { updateTime: document.updateTime } },
        () => ({ update: before, currentDocument: { exists: false } }),
        `Deleted ${id}.`,
      );
      const list = dataHref({ ...path, segments: collectionSegments(path.segments) }, search);
      if (isRemoved) navigate(list, { isForced: true });
    },
  };
}
