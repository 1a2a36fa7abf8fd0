import { useEffect, useRef, useState } from 'react';
import { readValue } from './realtime-endpoints.ts';
import { type Entry, parseTyped, printTyped } from './tree.ts';
import { placeText, useWriteWithUndo } from './use-write-with-undo.ts';

interface ValueFieldProps {
  readonly namespace: string;
  readonly path: readonly string[];
  readonly value: Entry[2];
  readonly priority: Entry[3];
  readonly label: string;
}

/**
 * A value that becomes an input when clicked. Enter saves, Escape cancels; text on which neither
 * was pressed is kept.
 */
export function ValueField({ namespace, path, value, priority, label }: ValueFieldProps) {
  const [text, setText] = useState<string>();
  const [stored, setStored] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const write = useWriteWithUndo(namespace);
  const button = useRef<HTMLButtonElement>(null);
  /** The focus returns to the row. */
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (text !== undefined || !wantsFocus.current) return;
    wantsFocus.current = false;
    (button.current?.closest<HTMLElement>('[data-row]') ?? button.current)?.focus();
  }, [text]);
  const begin = async () => {
    const isCut = typeof value === 'string' && value.endsWith('…');
    try {
      const whole = isCut ? ((await readValue(namespace, path)) as Entry[2]) : value;
      setStored(printTyped(whole));
      setText(printTyped(whole));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const end = (byKeyboard: boolean) => {
    wantsFocus.current = byKeyboard;
    setText(undefined);
    setProblem(undefined);
  };
  const save = async (typed: string) => {
    if (typed === stored) return end(true);
    if (typed.trim() === '') return setProblem('Type a value, or "" for an empty string.');
    setIsSaving(true);
    try {
      const next = parseTyped(typed);
      const isLeaf = typeof next !== 'object' || next === null;
      const body = priority !== null && isLeaf ? { '.value': next, '.priority': priority } : next;
      await write(path, body, `Saved ${placeText(path)}.`);
      end(true);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setIsSaving(false);
  };
  if (text === undefined) {
    return (
      <>
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          className={`tree-value tree-${typeof value}`}
          aria-label={`Edit ${label}`}
          onClick={begin}
        >
          {typeof value === 'string' ? JSON.stringify(value) : String(value)}
        </button>
        {problem === undefined ? null : <Problem text={problem} />}
      </>
    );
  }
  return (
    <form
      className="tree-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save(text);
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the value that was clicked becomes this field
        autoFocus
        value={text}
        aria-label={`Value of ${label}`}
        aria-invalid={problem !== undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={isSaving}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') end(true);
        }}
        onBlur={() => {
          if (text === stored && problem === undefined && !isSaving) end(false);
        }}
      />
      {problem === undefined ? null : <Problem text={problem} />}
    </form>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <small className="problem" role="alert">
      {text}
    </small>
  );
}
