import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Dialog } from '../components/dialog.tsx';
import { type DataPath, dataHref } from '../firestore/data-path.ts';
import { formatFields, parseFields, TYPE_EXAMPLES } from '../firestore/json-text.ts';
import { commit, resourceName } from '../firestore/requests.ts';
import type { Fields } from '../firestore/values.ts';
import { useNavigate } from '../navigation/navigation.tsx';
import { toastAdded, undoBy } from '../toasts/toasts-slice.ts';
import { useCommitMutation } from './firestore-endpoints.ts';

interface NewDocumentProps {
  readonly database: string;
  /** Only the database of the path is used. */
  readonly path: DataPath;
  /** The path of the collection that the dialog suggests. */
  readonly collection: string;
  readonly fields: Fields;
  readonly onClose: () => void;
}

const ID_LENGTH = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id like those of the SDKs. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Creates a document, empty or as a copy. An existing one is never replaced. */
export function NewDocument({ database, path: current, collection, fields, onClose }: NewDocumentProps) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [sendCommit, { isLoading }] = useCommitMutation();
  const [path, setPath] = useState(collection);
  const [id, setId] = useState(randomId);
  const [json, setJson] = useState(() => formatFields(fields));
  const [problem, setProblem] = useState<string>();
  const create = async () => {
    const segments = [...path.split('/').filter((each) => each !== ''), id];
    if (segments.length % 2 === 1) {
      setProblem('The collection must be a path of a collection: a, or a/document/b.');
      return;
    }
    let parsed: Fields;
    try {
      parsed = parseFields(json);
    } catch (error) {
      setProblem((error as Error).message);
      return;
    }
    const name = resourceName(database, segments);
    const { error } = await sendCommit({
      database,
      writes: [{ update: { name, fields: parsed }, currentDocument: { exists: false } }],
    });
    if (error !== undefined) {
      setProblem((error as { message: string }).message);
      return;
    }
    onClose();
    dispatch(toastAdded({ message: `Created ${id}.`, undo: undoBy(commit(database, [{ delete: name }])) }));
    navigate(dataHref({ ...current, segments }));
  };
  return (
    <Dialog title="New document" submitLabel="Create" isBusy={isLoading} onClose={onClose} onSubmit={create}>
      <label className="field">
        Collection
        <input value={path} onChange={(event) => setPath(event.target.value)} autoComplete="off" required />
      </label>
      <label className="field">
        Document id
        <input value={id} onChange={(event) => setId(event.target.value)} autoComplete="off" required />
      </label>
      <label className="field">
        Fields as JSON
        <textarea
          className="json-editor"
          spellCheck={false}
          value={json}
          onChange={(event) => setJson(event.target.value)}
        />
        <small>1 is an integer, 1.0 a double. The other types: {TYPE_EXAMPLES.join(', ')}.</small>
      </label>
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
