import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { fetchBlob } from '../api/client.ts';
import { Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { fileSize } from './file-size.ts';
import { contentPath, type StoredFile } from './files-endpoints.ts';

const MAX_PREVIEW_BYTES = 10_000_000;
const TEXT = /^(text\/|application\/(json|xml|javascript))/;

interface FileDetailsProps {
  readonly bucket: string;
  readonly file: StoredFile;
  readonly onDelete: () => void;
}

/** A file with its metadata and, for images and text, a preview. */
export function FileDetails({ bucket, file, onDelete }: FileDetailsProps) {
  const dispatch = useDispatch();
  const { name, size, contentType, updated, md5Hash, metadata = {} } = file;
  const download = async () => {
    try {
      const url = URL.createObjectURL(await fetchBlob({ path: contentPath(bucket, file) }));
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: name.split('/').at(-1) ?? name,
      });
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      dispatch(toastAdded({ message: (error as Error).message, isError: true }));
    }
  };
  const facts: readonly (readonly [string, string])[] = [
    ['Size', fileSize(Number(size))],
    ['Content type', contentType ?? 'not set'],
    ['Changed', dateAndTime(updated)],
    ...(md5Hash === undefined ? [] : [['MD5', md5Hash] as const]),
    ...Object.entries(metadata),
  ];
  return (
    <div className="file-details">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="toolbar">
        <button type="button" className="button" onClick={download}>
          Download
        </button>
        <button type="button" className="button button-danger" onClick={onDelete}>
          Delete
        </button>
      </div>
      <Preview key={`${name} ${file.generation}`} bucket={bucket} file={file} />
    </div>
  );
}

function Preview({ bucket, file }: Omit<FileDetailsProps, 'onDelete'>) {
  const type = file.contentType ?? '';
  const isImage = type.startsWith('image/');
  const isShown = (isImage || TEXT.test(type)) && Number(file.size) <= MAX_PREVIEW_BYTES;
  const [content, setContent] = useState<{ url: string; text: string }>();
  const [error, setError] = useState<unknown>();
  const path = contentPath(bucket, file);
  useEffect(() => {
    if (!isShown) return;
    const controller = new AbortController();
    let url = '';
    fetchBlob({ path, signal: controller.signal })
      .then(async (blob) => {
        const text = isImage ? '' : await blob.text();
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setContent({ url, text });
      })
      .catch((failure: Error) => {
        if (!controller.signal.aborted) setError(failure);
      });
    return () => {
      controller.abort();
      URL.revokeObjectURL(url);
    };
  }, [isShown, isImage, path]);
  if (!isShown) return null;
  if (error !== undefined) return <Failure error={error} />;
  if (content === undefined) return <Loading what="the content" />;
  if (isImage) return <img src={content.url} alt={`Content of ${file.name}`} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard.
    <pre tabIndex={0}>{content.text}</pre>
  );
}
