import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { stackApi } from '../api/stack-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { type CollectionQuery, commit } from '../firestore/requests.ts';
import { toastAdded, undoBy } from '../toasts/toasts-slice.ts';
import {
  decodeText,
  type FileDocument,
  type FileFormat,
  formatDocuments,
  parseDocuments,
} from './document-files.ts';
import { batchesOf, readAll, writeBatches } from './transfer-documents.ts';

const CONTENT_TYPES = { json: 'application/json', csv: 'text/csv' } as const;
/** Without a byte order mark, Excel assumes the computer's own encoding. JSON must not have one. */
const FILE_STARTS = { json: '', csv: '\uFEFF' } as const;
/** A larger import cannot be undone in one step. */
const MAX_UNDO = 500;

interface TransferProps {
  readonly database: string;
  readonly collection: readonly string[];
  readonly query: CollectionQuery;
  readonly onClose: () => void;
}

/** Exports the filtered documents of the list to a file. */
export function ExportDialog({ collection, query, onClose }: TransferProps) {
  const dispatch = useDispatch();
  const [format, setFormat] = useState<FileFormat>('json');
  const [count, setCount] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setCount(0);
    try {
      const documents = await readAll(query, setCount);
      const text = `${FILE_STARTS[format]}${formatDocuments(documents, format)}`;
      download(text, `${collection.at(-1)}.${format}`, CONTENT_TYPES[format]);
      dispatch(toastAdded({ message: `Exported ${documents.length} documents of ${query.collectionId}.` }));
      onClose();
    } catch (error) {
      setCount(undefined);
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog
      title={`Export ${query.collectionId}`}
      submitLabel="Export"
      isBusy={count !== undefined}
      onClose={onClose}
      onSubmit={save}
    >
      <p>All documents of the list, with its filters. Both formats keep the type of every value.</p>
      <label className="field">
        Format
        <select value={format} onChange={(event) => setFormat(event.target.value as FileFormat)}>
          <option value="json">JSON: an object of documents by id</option>
          <option value="csv">CSV: a row for each document</option>
        </select>
      </label>
      {count === undefined ? null : <p role="status">{count} documents read …</p>}
      <Problem text={problem} />
    </Dialog>
  );
}

function download(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Imports the documents of a file into a collection. */
export function ImportDialog({ database, collection, onClose }: TransferProps) {
  const dispatch = useDispatch();
  const [documents, setDocuments] = useState<readonly FileDocument[]>();
  const [replaces, setReplaces] = useState(false);
  const [count, setCount] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    setDocuments(undefined);
    setProblem(undefined);
    if (file === undefined) return;
    try {
      setDocuments(
        parseDocuments(decodeText(await file.arrayBuffer()), /\.csv$/i.test(file.name) ? 'csv' : 'json'),
      );
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const load = async () => {
    if (documents === undefined) return;
    setCount(0);
    setProblem(undefined);
    const batches = batchesOf(documents, { database, collection, replaces });
    try {
      await writeBatches(database, batches, setCount);
      const message = `Imported ${documents.length} documents into ${collection.join('/')}.`;
      const created = (batches[0] ?? []).flatMap((write) => ('update' in write ? write.update.name : []));
      const canUndo = !replaces && documents.length <= MAX_UNDO && batches.length === 1;
      dispatch(
        toastAdded(
          canUndo
            ? {
                message,
                undo: undoBy(
                  commit(
                    database,
                    created.map((name) => ({ delete: name })),
                  ),
                ),
              }
            : { message },
        ),
      );
      onClose();
    } catch (error) {
      setCount(undefined);
      setProblem((error as Error).message);
    }
    dispatch(stackApi.util.invalidateTags(['Document', 'Collections']));
  };
  return (
    <Dialog
      title={`Import into ${collection.join('/')}`}
      submitLabel="Import"
      isDangerous={replaces}
      isBusy={documents === undefined || count !== undefined}
      onClose={onClose}
      onSubmit={load}
    >
      <label className="field">
        File
        <input
          type="file"
          accept=".json,.csv,application/json,text/csv"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <small>
          JSON: {'{"id": {"field": "value"}}'}; CSV: a column __id__ and one for each field. As Export writes
          them.
        </small>
      </label>
      <label className="check">
        <input type="checkbox" checked={replaces} onChange={(event) => setReplaces(event.target.checked)} />
        Replace documents that exist
      </label>
      {documents === undefined ? null : (
        <p role="status">
          {count === undefined
            ? `${documents.length} documents, the first is ${documents[0]?.id}.`
            : `${count} of ${documents.length} documents written …`}
        </p>
      )}
      <Problem text={problem} />
    </Dialog>
  );
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}
