import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { StoredError } from '../api/stack-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import { Link, useLocation, useSearchParams } from '../navigation/navigation.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { FileDetails } from './file-details.tsx';
import { fileSize } from './file-size.ts';
import {
  type Folder,
  type StoredFile,
  useDeleteFileMutation,
  useGetBucketsQuery,
  useGetFolderInfiniteQuery,
  useUploadFileMutation,
} from './files-endpoints.ts';
import './files.css';

const REFRESH_MS = 4000;
const POLLING = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };

/** The files of Cloud Storage, one folder at a time, at `/files/BUCKET/FOLDER/`. */
export default function FilesPage() {
  const { pathname } = useLocation();
  const { data: buckets, error, refetch } = useGetBucketsQuery(undefined, POLLING);
  const [, , selected = '', ...segments] = pathname.split('/').map(decodeURIComponent);
  const bucket = selected || buckets?.[0];
  const prefix = segments
    .filter(Boolean)
    .map((segment) => `${segment}/`)
    .join('');
  return (
    <div className="page">
      <div className="page-head accounts-head">
        <h1>Files</h1>
        {bucket === undefined ? null : <Path folder={{ bucket, prefix }} />}
        <span className="spacer" />
        {bucket === undefined ? null : <Upload folder={{ bucket, prefix }} />}
      </div>
      {buckets === undefined || buckets.length < 2 ? null : (
        <nav className="chips" aria-label="Buckets">
          {buckets.map((name) => (
            <Link
              key={name}
              className="chip"
              href={hrefOf({ bucket: name, prefix: '' })}
              aria-current={name === bucket ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : buckets === undefined ? (
        <Loading what="files" />
      ) : bucket === undefined ? (
        <Empty title="No buckets yet">A bucket appears with its first file, or its first request.</Empty>
      ) : (
        <FolderContent key={`${bucket}/${prefix}`} folder={{ bucket, prefix }} />
      )}
    </div>
  );
}

/** The path from the bucket to the folder, as links. */
function Path({ folder: { bucket, prefix } }: { folder: Folder }) {
  const names = prefix.split('/').filter(Boolean);
  return (
    <nav className="path file-path" aria-label="Folder">
      <Link href={hrefOf({ bucket, prefix: '' })}>{bucket}</Link>
      {names.map((name, index) => {
        const href = hrefOf({ bucket, prefix: `${names.slice(0, index + 1).join('/')}/` });
        return (
          <span key={href}>
            {' / '}
            <Link href={href}>{name}</Link>
          </span>
        );
      })}
    </nav>
  );
}

/** Uploads files into the folder, one after another. */
function Upload({ folder: { bucket, prefix } }: { folder: Folder }) {
  const id = useId();
  const dispatch = useDispatch();
  const [upload, { isLoading }] = useUploadFileMutation();
  const send = async (files: readonly File[]) => {
    for (const file of files) {
      const name = `${prefix}${file.name}`;
      const { error } = await upload({ bucket, name, content: file });
      const message =
        error === undefined ? `Uploaded ${name}.` : `${name}: ${(error as StoredError).message}`;
      dispatch(toastAdded({ message, isError: error !== undefined }));
    }
  };
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        className="sr-only"
        disabled={isLoading}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Lets the user choose the same file again.
          target.value = '';
          void send(files);
        }}
      />
      <label htmlFor={id} className="button button-primary upload">
        <Icon name="add" /> {isLoading ? 'Uploading …' : 'Upload files'}
      </label>
    </>
  );
}

function FolderContent({ folder }: { folder: Folder }) {
  const { bucket, prefix } = folder;
  const [params, change] = useSearchParams();
  const [deleting, setDeleting] = useState<StoredFile>();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useGetFolderInfiniteQuery(
    folder,
    POLLING,
  );
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading what="files" />;
  const prefixes = [...new Set(data.pages.flatMap((page) => page.prefixes))];
  const files = data.pages.flatMap((page) => page.files);
  const selected = files.find(({ name }) => name === params.get('file'));
  if (prefixes.length + files.length === 0) {
    return <Empty title="No files yet">Upload one here, or in the app.</Empty>;
  }
  return (
    <>
      {selected === undefined ? null : (
        <section className="card" aria-labelledby="file">
          <div className="toolbar">
            <h2 id="file" className="file-name">
              {selected.name}
            </h2>
            <span className="spacer" />
            <button type="button" className="button button-small" onClick={() => change({ file: null })}>
              Close
            </button>
          </div>
          <FileDetails bucket={bucket} file={selected} onDelete={() => setDeleting(selected)} />
        </section>
      )}
      <table className="table files">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Size</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {prefixes.map((each) => (
            <tr key={each}>
              <td colSpan={4}>
                <Link href={hrefOf({ bucket, prefix: each })}>{each.slice(prefix.length)}</Link>
              </td>
            </tr>
          ))}
          {files.map((file) => (
            <tr key={file.name}>
              <td>
                <Link
                  href={`${hrefOf(folder)}?file=${encodeURIComponent(file.name)}`}
                  aria-current={file === selected ? 'true' : undefined}
                >
                  {file.name.slice(prefix.length)}
                </Link>
              </td>
              <td className="muted">{file.contentType}</td>
              <td>{fileSize(Number(file.size))}</td>
              <td className="muted">
                <time dateTime={file.updated}>{dateAndTime(file.updated)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore {...{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
      {deleting === undefined ? null : (
        <DeleteDialog
          bucket={bucket}
          file={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => change({ file: null })}
        />
      )}
    </>
  );
}

interface DeleteProps {
  readonly bucket: string;
  readonly file: StoredFile;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ bucket, file: { name }, onClose, onDeleted }: DeleteProps) {
  const dispatch = useDispatch();
  const [remove, { isLoading }] = useDeleteFileMutation();
  return (
    <Dialog
      title={`Delete ${name}?`}
      submitLabel="Delete"
      isDangerous
      isBusy={isLoading}
      onClose={onClose}
      onSubmit={async () => {
        const { error } = await remove({ bucket, name });
        const message = error === undefined ? `Deleted ${name}.` : (error as StoredError).message;
        dispatch(toastAdded({ message, isError: error !== undefined }));
        onClose();
        if (error === undefined) onDeleted();
      }}
    >
      <p>The file is deleted with its metadata. Functions that a deletion triggers run.</p>
    </Dialog>
  );
}

function hrefOf({ bucket, prefix }: Folder): string {
  return `/files/${[bucket, ...prefix.split('/')].map(encodeURIComponent).join('/')}`;
}
