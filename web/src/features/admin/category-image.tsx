import { UPLOAD_TYPES } from '@savepoint/model/uploaded-image';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { uploadFile } from '../../firebase/upload-file.ts';
import { errorMessage, useProcessImageMutation } from './admin-endpoints.ts';
import { chooseImageFiles } from './image-files.ts';
import { Thumbnail } from './thumbnail.tsx';

/** The picture of a category: by URL, or uploaded, which fills in the URL. */
export function CategoryImage({
  defaultValue = '',
  ...field
}: Omit<ComponentProps<typeof Field>, 'label' | 'value' | 'onChange' | 'defaultValue'> & {
  readonly defaultValue?: string | undefined;
}) {
  const [url, setUrl] = useState(defaultValue);
  /** Excludes unfinished input. */
  const [shown, setShown] = useState(defaultValue);
  const [status, setStatus] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isUploading, setIsUploading] = useState(false);
  const [process] = useProcessImageMutation();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (files: readonly File[]) => {
    const { accepted, problems } = chooseImageFiles(files, 0);
    const [file] = accepted;
    setProblem(problems[0]);
    if (file === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setIsUploading(true);
    setStatus(`Uploading: ${file.name}`);
    try {
      const uploadId = await uploadFile(file, { signal, onProgress: () => undefined });
      const uploaded = await process({ uploadId }).unwrap();
      if (signal.aborted) return;
      setUrl(uploaded.url);
      setShown(uploaded.url);
      setStatus(`${file.name} is uploaded.`);
    } catch (error) {
      if (signal.aborted) return;
      setStatus('');
      setProblem(errorMessage(error));
    }
    setIsUploading(false);
  };

  return (
    <div className="stack">
      <Field label="Picture" {...field} value={url} onChange={({ target }) => setUrl(target.value)} />
      <div className="row">
        {shown !== '' && <Thumbnail src={shown} />}
        <input
          ref={input}
          type="file"
          hidden
          accept={UPLOAD_TYPES.join(',')}
          aria-label="Image file"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Allows choosing the same file again after a failure.
            target.value = '';
            void upload(files);
          }}
        />
        <Button variant="secondary" busy={isUploading} onClick={() => input.current?.click()}>
          Upload an image
        </Button>
      </div>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <p className="muted" role="status">
        {status}
      </p>
    </div>
  );
}
