// The uploads of a product form: sequential, each a row of the form from the start, so that it can
// be described, moved and removed during the upload. Leaving the form cancels them.
import { useEffect, useRef } from 'react';
import { uploadFile } from '../../firebase/upload-file.ts';
import { errorMessage, useProcessImageMutation } from './admin-endpoints.ts';
import { type ImageRow, type ImageUpload, newUploadRow } from './product-form-values.ts';

export type ChangeRows = (change: (rows: readonly ImageRow[]) => readonly ImageRow[]) => void;

interface Uploads {
  /** Starts the uploads of files, and returns their rows. */
  readonly add: (files: readonly File[]) => readonly ImageRow[];
  /** Restarts the upload of a row. */
  readonly restart: (key: string) => void;
  readonly cancel: (key: string) => void;
}

/** Errors that retrying cannot fix. */
const isFinal = (error: unknown) => (error as { code?: string }).code === 'invalid-argument';

/** `onUploaded` gets the URL of a finished picture. */
export function useImageUploads(
  changeRows: ChangeRows,
  onUploaded: (key: string, url: string, name: string) => void,
): Uploads {
  const [process] = useProcessImageMutation();
  const files = useRef(new Map<string, File>());
  const previews = useRef<string[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const latest = useRef({ changeRows, onUploaded });
  useEffect(() => {
    latest.current = { changeRows, onUploaded };
  });
  useEffect(
    () => () => {
      for (const controller of running.current.values()) controller.abort();
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const patch = (key: string, change: Partial<ImageUpload>) =>
    latest.current.changeRows((rows) =>
      rows.map((row) =>
        row.key === key && row.upload !== undefined ? { ...row, upload: { ...row.upload, ...change } } : row,
      ),
    );

  const run = async (key: string, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    try {
      patch(key, { state: 'sending', part: 0 });
      const uploadId = await uploadFile(file, { signal, onProgress: (part) => patch(key, { part }) });
      patch(key, { state: 'processing' });
      const { url } = await process({ uploadId }).unwrap();
      if (!signal.aborted) latest.current.onUploaded(key, url, file.name);
    } catch (error) {
      if (signal.aborted) return;
      patch(key, { state: 'failed', message: errorMessage(error), isFinal: isFinal(error) });
    }
  };

  const start = (key: string) => {
    const file = files.current.get(key);
    if (file === undefined) return;
    const controller = new AbortController();
    running.current.set(key, controller);
    queue.current = queue.current.then(() => run(key, file, controller.signal));
  };

  return {
    add: (added) =>
      added.map((file) => {
        const preview = URL.createObjectURL(file);
        previews.current.push(preview);
        const row = newUploadRow(file.name, preview);
        files.current.set(row.key, file);
        start(row.key);
        return row;
      }),
    restart: (key) => {
      patch(key, { state: 'waiting' });
      start(key);
    },
    cancel: (key) => running.current.get(key)?.abort(),
  };
}
