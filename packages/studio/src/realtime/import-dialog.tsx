import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { findFileProblem } from './import-file.ts';
import { placeText, useWriteWithUndo } from './use-write-with-undo.ts';

interface ImportDialogProps {
  readonly namespace: string;
  readonly path: readonly string[];
  readonly onClose: () => void;
}

/** Replaces a location with a JSON file in the format of Export and firebase-tools. */
export function ImportDialog({ namespace, path, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const write = useWriteWithUndo(namespace);
  const place = placeText(path);
  const load = async () => {
    if (file === undefined) return setProblem('Choose a file.');
    setIsBusy(true);
    setProblem(undefined);
    try {
      const body = new Blob([file], { type: 'application/json' });
      await write(path, body, `Imported ${file.name} into ${place}.`);
      onClose();
    } catch (error) {
      setProblem((await findFileProblem(file)) ?? (error as Error).message);
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={`Import into ${place}`}
      submitLabel="Replace"
      isDangerous
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={load}
    >
      <label className="field">
        File
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            setFile(event.target.files?.[0]);
            setProblem(undefined);
          }}
        />
        <small>JSON, with priorities as Export writes them. It replaces everything at {place}.</small>
      </label>
      {isBusy ? <p role="status">Importing …</p> : null}
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
