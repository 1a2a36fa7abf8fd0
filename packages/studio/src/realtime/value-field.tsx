import { useState } from 'react';
import { readValue, writePlace } from './realtime-endpoints.ts';
import { type Entry, parseTyped, printTyped } from './tree.ts';

interface ValueFieldProps {
  readonly namespace: string;
  readonly path: readonly string[];
  readonly value: Entry[2];
  readonly priority: Entry[3];
  readonly label: string;
}

/** A value that becomes a field when it is clicked. Enter saves, Escape leaves it as it was. */
export function ValueField({ namespace, path, value, priority, label }: ValueFieldProps) {
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const begin = async () => {
    const isCut = typeof value === 'string' && value.endsWith('…');
    if (!isCut) return setText(printTyped(value));
    try {
      setText(printTyped((await readValue(namespace, path)) as Entry[2]));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const end = () => {
    setText(undefined);
    setProblem(undefined);
  };
  const save = async (typed: string) => {
    if (typed.trim() === '') return setProblem('Type a value, or "" for an empty text.');
    setIsSaving(true);
    try {
      const next = parseTyped(typed);
      const isLeaf = typeof next !== 'object' || next === null;
      const body = priority !== null && isLeaf ? { '.value': next, '.priority': priority } : next;
      await writePlace(namespace, path, body);
      end();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setIsSaving(false);
  };
  if (text === undefined) {
    return (
      <>
        <button
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
          if (event.key === 'Escape') end();
        }}
        onBlur={() => {
          if (problem === undefined && !isSaving) end();
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
