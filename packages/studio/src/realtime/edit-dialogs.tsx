import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Dialog } from '../components/dialog.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { writePlace } from './realtime-endpoints.ts';
import { keyProblem, parseTyped, pathOfRow, type Row } from './tree.ts';

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
  const add = async () => {
    const wrongKey = keyProblem(key);
    if (wrongKey !== undefined) return setProblem({ key: wrongKey });
    if (text.trim() === '') return setProblem({ value: 'Type a value, or "" for an empty text.' });
    setIsBusy(true);
    try {
      await writePlace(namespace, [...path, key], parseTyped(text));
      onClose();
    } catch (error) {
      setProblem({ value: (error as Error).message });
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={`Add below /${path.join('/')}`}
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

interface RemoveDialogProps {
  readonly namespace: string;
  readonly row: Row;
  readonly onClose: () => void;
}

/** Asks before a place is removed with all that is below it. */
export function RemoveDialog({ namespace, row, onClose }: RemoveDialogProps) {
  const dispatch = useDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const path = pathOfRow(row);
  const [, size] = row.entry;
  const remove = async () => {
    setIsBusy(true);
    try {
      await writePlace(namespace, path, null);
      dispatch(toastAdded({ message: `Removed /${path.join('/')}.` }));
    } catch (error) {
      dispatch(toastAdded({ message: (error as Error).message, isError: true }));
    }
    onClose();
  };
  return (
    <Dialog
      title={`Remove /${path.join('/')}?`}
      submitLabel="Remove"
      isDangerous
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={remove}
    >
      <p>
        {size > 0
          ? `It has ${size.toLocaleString('en')} ${size === 1 ? 'child' : 'children'}, which are removed, too.`
          : 'Its value is removed.'}
      </p>
    </Dialog>
  );
}
