import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { keyProblem, parseTyped } from './tree.ts';
import { placeText, useWriteWithUndo } from './use-write-with-undo.ts';

interface AddDialogProps {
  readonly namespace: string;
  readonly path: readonly string[];
  readonly onClose: () => void;
}

/** Adds a child with a value. */
export function AddDialog({ namespace, path, onClose }: AddDialogProps) {
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ readonly key?: string; readonly value?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const write = useWriteWithUndo(namespace);
  const add = async () => {
    const wrongKey = keyProblem(key);
    if (wrongKey !== undefined) return setProblem({ key: wrongKey });
    if (text.trim() === '') return setProblem({ value: 'Type a value, or "" for an empty string.' });
    setIsBusy(true);
    try {
      const place = [...path, key];
      await write(place, parseTyped(text), `Wrote ${placeText(place)}.`);
      onClose();
    } catch (error) {
      setProblem({ value: (error as Error).message });
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={`Add below ${placeText(path)}`}
      submitLabel="Add"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={add}
    >
      <label className="field">
        Key
        <input
          value={key}
          autoComplete="off"
          aria-invalid={problem.key !== undefined}
          onChange={(event) => setKey(event.target.value)}
        />
        {problem.key === undefined ? null : <small role="alert">{problem.key}</small>}
      </label>
      <label className="field">
        Value
        <textarea
          rows={4}
          spellCheck={false}
          value={text}
          aria-invalid={problem.value !== undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <small>JSON, such as {'{"name": "Ada"}'}, 5 or true; anything else is a text.</small>
        {problem.value === undefined ? null : <small role="alert">{problem.value}</small>}
      </label>
    </Dialog>
  );
}
