import { type KeyboardEvent, useRef, useState } from 'react';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';

interface TagFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/**
 * Short texts as chips, each with a remove button. Enter, a comma and leaving the field add the
 * input once; Backspace in the empty field removes the last chip.
 */
export function TagField({ name, label, hint, error, value, onChange }: TagFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    const added = text.split(/[,\n]/).map((tag) => tag.trim());
    setTyped('');
    if (added.some((tag) => tag !== '' && !value.includes(tag)))
      onChange([...new Set([...value, ...added])].filter((tag) => tag !== ''));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that confirms input-method text does not submit the form.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
  };
  return (
    <div className="tag-field">
      <Field
        ref={input}
        label={label}
        hint={hint}
        error={error}
        name={`${name}.new`}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (!text.includes('\n')) return;
          event.preventDefault();
          add(`${typed}${text}`);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
      />
      {/* Part of the form's content, and the place of its message. */}
      <input type="hidden" name={name} value={value.join('\n')} readOnly />
      {value.length > 0 && (
        <ul className="chosen-chips" aria-label={label}>
          {value.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className="chip"
                aria-label={`Remove ${tag}`}
                onClick={() => {
                  onChange(value.filter((each) => each !== tag));
                  input.current?.focus();
                }}
              >
                {tag}
                <Icon name="close" className="icon-text" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
