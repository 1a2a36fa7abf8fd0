import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import {
  convertValue,
  type Fields,
  parseScalar,
  scalarText,
  shortText,
  typeOf,
  VALUE_TYPES,
  type Value,
  type ValueType,
} from '../firestore/values.ts';
import {
  type FieldPath,
  type FieldRow,
  type InvalidInput,
  pathKey,
  rowsOfFields,
  withAddedChild,
  withoutInputsAt,
  withRenamedKey,
  withValueAt,
} from './field-tree.ts';

/** Longer or multi-line text is edited in a dialog. */
const MAX_INLINE_LENGTH = 300;
const PREVIEW_LENGTH = 120;
const ROW_HEIGHT_PX = 44;

/** A ref for the input that should get the focus. */
type TakeFocus = ((input: HTMLInputElement | null) => void) | undefined;

interface FormProps {
  readonly fields: Fields;
  /** Names of fields that someone else has just changed. */
  readonly changed: ReadonlySet<string>;
  /**
   * Kept by the parent, because rows outside the view are unmounted, and a document with invalid
   * inputs cannot be saved.
   */
  readonly invalid: readonly InvalidInput[];
  readonly onChange: (fields: Fields, invalid: readonly InvalidInput[]) => void;
}

/**
 * A form for the fields of a document. Only visible rows are rendered, so 10,000 fields can be
 * edited.
 */
export function FieldsForm({ fields, changed, invalid, onChange }: FormProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** A newly added field, until it has the focus. */
  const [added, setAdded] = useState<string>();
  const list = useRef<VListHandle>(null);
  const rows = rowsOfFields(fields, open);
  const addedRow = added === undefined ? -1 : rows.findIndex(({ path }) => pathKey(path) === added);
  useEffect(() => {
    if (addedRow !== -1) list.current?.scrollToIndex(addedRow, { align: 'nearest' });
  }, [addedRow]);
  const takeFocus = useCallback((input: HTMLInputElement | null) => {
    if (input === null || !input.isConnected) return;
    input.focus();
    // The list hides a new row until it is measured, and hidden elements cannot take the focus.
    if (document.activeElement !== input) {
      requestAnimationFrame(() => takeFocus(input));
      return;
    }
    input.select();
    setAdded(undefined);
  }, []);
  const toggle = (path: FieldPath) => {
    const next = new Set(open);
    if (!next.delete(pathKey(path))) next.add(pathKey(path));
    setOpen(next);
  };
  const add = (path: FieldPath) => {
    const change = withAddedChild(fields, path);
    onChange(change.fields, invalid);
    setAdded(pathKey(change.added));
    if (path.length > 0) setOpen(new Set([...open, pathKey(path)]));
  };
  return (
    <>
      {rows.length === 0 ? <p className="state muted">This document has no fields.</p> : null}
      <VList
        ref={list}
        className="field-rows"
        data={rows}
        itemSize={ROW_HEIGHT_PX}
        role="group"
        aria-label="Fields"
      >
        {(row) => (
          <FieldRowForm
            key={pathKey(row.path)}
            row={row}
            isChanged={changed.has(String(row.path[0]))}
            takeFocus={pathKey(row.path) === added ? takeFocus : undefined}
            onToggle={() => toggle(row.path)}
            onAdd={() => add(row.path)}
            invalid={invalid.filter(({ path }) => pathKey(path) === pathKey(row.path))}
            onRemove={() => {
              // The following items then have other indexes.
              const from = typeof row.path.at(-1) === 'number' ? row.path.slice(0, -1) : row.path;
              onChange(withValueAt(fields, row.path, undefined), withoutInputsAt(invalid, from));
            }}
            onValue={(value) =>
              onChange(withValueAt(fields, row.path, value), withoutInputsAt(invalid, row.path, 'value'))
            }
            onRename={(name) => {
              const renamed = withRenamedKey(fields, row.path, name);
              if (renamed !== undefined) onChange(renamed, withoutInputsAt(invalid, row.path));
              return renamed !== undefined;
            }}
            onInvalid={(part, text, problem) =>
              onChange(fields, [
                ...withoutInputsAt(invalid, row.path, part),
                { path: row.path, part, text, problem },
              ])
            }
          />
        )}
      </VList>
      <div className="toolbar field-foot">
        <button type="button" className="button button-small" onClick={() => add([])}>
          <Icon name="add" /> Add field
        </button>
        <span className="muted">
          {rows.length === 1 ? '1 row' : `${rows.length.toLocaleString('en')} rows`}
        </span>
      </div>
    </>
  );
}

interface RowProps {
  readonly row: FieldRow;
  readonly isChanged: boolean;
  /** For a newly added row: focuses its name or, in an array, its value. */
  readonly takeFocus: TakeFocus;
  readonly invalid: readonly InvalidInput[];
  readonly onToggle: () => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
  readonly onValue: (value: Value) => void;
  /** Returns whether the name was unused. */
  readonly onRename: (name: string) => boolean;
  readonly onInvalid: (part: InvalidInput['part'], text: string, problem: string) => void;
}

function FieldRowForm(props: RowProps) {
  const { row, isChanged, invalid, takeFocus } = props;
  const { onToggle, onAdd, onRemove, onValue, onRename, onInvalid } = props;
  const problemId = useId();
  const { path, value, isContainer, isOpen } = row;
  const key = path.at(-1) as string | number;
  const label = path.join('.').slice(0, PREVIEW_LENGTH);
  const type = typeOf(value);
  const invalidName = invalid.find(({ part }) => part === 'name');
  const invalidValue = invalid.find(({ part }) => part === 'value');
  return (
    <div
      className={isChanged ? 'field-row field-changed' : 'field-row'}
      style={{ paddingInlineStart: `${(path.length - 1) * 20}px` }}
    >
      {isContainer ? (
        <button
          type="button"
          className={isOpen ? 'icon-button toggle toggle-open' : 'icon-button toggle'}
          aria-expanded={isOpen}
          aria-label={`Fields of ${label}`}
          onClick={onToggle}
        >
          <Icon name="chevron" />
        </button>
      ) : (
        <span className="toggle" />
      )}
      {typeof key === 'number' ? (
        <span className="field-key muted">{key}</span>
      ) : (
        <KeyInput
          name={key}
          label={label}
          takeFocus={takeFocus}
          invalid={invalidName}
          problemId={problemId}
          onRename={onRename}
          onInvalid={(text, problem) => onInvalid('name', text, problem)}
        />
      )}
      <select
        className="field-type"
        aria-label={`Type of ${label}`}
        value={type}
        onChange={(event) => onValue(convertValue(value, event.target.value as ValueType, Date.now()))}
      >
        {VALUE_TYPES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <span className="field-value">
        {isContainer ? (
          <>
            <span className="muted">{shortText(value, PREVIEW_LENGTH)}</span>
            <button type="button" className="icon-button" aria-label={`Add to ${label}`} onClick={onAdd}>
              <Icon name="add" />
            </button>
          </>
        ) : (
          <ValueInput
            value={value}
            label={label}
            takeFocus={typeof key === 'number' ? takeFocus : undefined}
            invalid={invalidValue}
            problemId={problemId}
            onValue={onValue}
            onInvalid={(text, problem) => onInvalid('value', text, problem)}
          />
        )}
      </span>
      <button type="button" className="icon-button" aria-label={`Remove ${label}`} onClick={onRemove}>
        <Icon name="remove" />
      </button>
      {invalid.length === 0 ? null : (
        <p id={problemId} className="problem">
          {invalid.map(({ problem }) => problem).join(' ')}
        </p>
      )}
    </div>
  );
}

interface InputProps {
  readonly label: string;
  readonly takeFocus: TakeFocus;
  readonly invalid: InvalidInput | undefined;
  /** The id of the element that describes the error. */
  readonly problemId: string;
  readonly onInvalid: (text: string, problem: string) => void;
}

interface KeyProps extends InputProps {
  readonly name: string;
  readonly onRename: (name: string) => boolean;
}

/** The name of a field. It is renamed when the input loses the focus. */
function KeyInput({ name, label, takeFocus, invalid, problemId, onRename, onInvalid }: KeyProps) {
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    setTyped(undefined);
    if (typed === undefined || (typed === name && invalid === undefined)) return;
    if (!onRename(typed)) onInvalid(typed, 'There is a field of this name.');
  };
  return (
    <input
      ref={takeFocus}
      className="field-key"
      aria-label={`Name of ${label}`}
      aria-invalid={invalid !== undefined}
      aria-describedby={invalid && problemId}
      title={name.slice(0, MAX_INLINE_LENGTH)}
      value={typed ?? invalid?.text ?? name}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
    />
  );
}

interface ValueProps extends InputProps {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

function ValueInput({ value, ...props }: ValueProps) {
  const { label, onValue } = props;
  const [isOpen, setIsOpen] = useState(false);
  const type = typeOf(value);
  if ('nullValue' in value) return <span className="muted">null</span>;
  if ('booleanValue' in value) {
    return (
      <select
        aria-label={`Value of ${label}`}
        value={String(value.booleanValue)}
        onChange={(event) => onValue({ booleanValue: event.target.value === 'true' })}
      >
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  const text = scalarText(value);
  if (text.length <= MAX_INLINE_LENGTH && !text.includes('\n')) {
    return <TextInput {...props} text={text} type={type} />;
  }
  return (
    <>
      <span className="long-text">{text.slice(0, PREVIEW_LENGTH)}…</span>
      <button type="button" className="button button-small" onClick={() => setIsOpen(true)}>
        Edit {text.length.toLocaleString('en')} characters
      </button>
      {isOpen ? (
        <LongTextDialog
          text={text}
          type={type}
          label={label}
          onClose={() => setIsOpen(false)}
          onValue={onValue}
        />
      ) : null}
    </>
  );
}

interface TextProps extends Omit<ValueProps, 'value'> {
  readonly text: string;
  readonly type: ValueType;
}

/**
 * Shows the typed text until the input loses the focus, or longer if it is invalid for the type.
 */
function TextInput({ text, type, label, takeFocus, invalid, problemId, onValue, onInvalid }: TextProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      ref={takeFocus}
      aria-label={`Value of ${label}`}
      aria-invalid={invalid !== undefined}
      aria-describedby={invalid && problemId}
      value={invalid?.text ?? typed ?? text}
      spellCheck={false}
      onChange={({ target }) => {
        const next = parseScalar(type, target.value);
        if ('value' in next) onValue(next.value);
        else onInvalid(target.value, next.problem);
        setTyped('value' in next ? target.value : undefined);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface LongTextProps extends Pick<TextProps, 'text' | 'type' | 'label' | 'onValue'> {
  readonly onClose: () => void;
}

function LongTextDialog({ text, type, label, onClose, onValue }: LongTextProps) {
  const [typed, setTyped] = useState(text);
  const parsed = parseScalar(type, typed);
  return (
    <Dialog
      title={label}
      submitLabel="Apply"
      isBusy={'problem' in parsed}
      onClose={onClose}
      onSubmit={() => {
        if ('value' in parsed) onValue(parsed.value);
        onClose();
      }}
    >
      <textarea
        className="long-editor"
        aria-label={`Value of ${label}`}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      {'problem' in parsed ? <p className="problem">{parsed.problem}</p> : null}
    </Dialog>
  );
}
