// The controls of the settings. Each finds its value in the surrounding editor by a path.
import { type ComponentProps, createContext, useContext } from 'react';
import { Button } from '../../components/button.tsx';
import { Field, TextAreaField } from '../../components/field.tsx';
import type { FormState } from '../../components/form.tsx';
import { type NumberFormat, type Path, typedNumber, typedText } from './typed-values.ts';

/** The value of a section while it is edited, and its form. */
export interface Editor {
  readonly form: FormState;
  readonly get: <Value>(path: Path) => Value;
  readonly set: (path: Path, value: unknown) => void;
  /** Removes an entry of the list at a path. */
  readonly removeEntry: (path: Path, index: number) => void;
}

/** The editor around the controls of a section. */
export const EditorContext = createContext<Editor | undefined>(undefined);

/** The editor around a control of a section. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new Error('A control of the settings is outside of their editor.');
  return editor;
}

type TextInput = { readonly path: Path } & Omit<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange'>;

/** A text of the settings; an empty one becomes absent if `isOptional`. */
export function SettingsText({ path, isOptional, ...field }: TextInput & { isOptional?: boolean }) {
  const { form, get, set } = useEditor();
  return (
    <Field
      {...field}
      {...form.field(path.join('.'))}
      value={get<string | undefined>(path) ?? ''}
      onChange={({ target }) => set(path, target.value === '' && isOptional ? undefined : target.value)}
    />
  );
}

/** A text of several lines. */
export function SettingsTextArea({
  path,
  ...field
}: { readonly path: Path } & Omit<ComponentProps<typeof TextAreaField>, 'name' | 'value' | 'onChange'>) {
  const { form, get, set } = useEditor();
  return (
    <TextAreaField
      {...field}
      {...form.field(path.join('.'))}
      value={get<string | undefined>(path) ?? ''}
      onChange={({ target }) => set(path, target.value)}
    />
  );
}

/** A number of the settings in `format`; an empty one becomes absent if `isOptional`. */
export function SettingsNumber({
  path,
  format,
  isOptional = false,
  ...field
}: TextInput & { format: NumberFormat; isOptional?: boolean }) {
  const { form, get, set } = useEditor();
  return (
    <Field
      inputMode="decimal"
      {...field}
      {...form.field(path.join('.'))}
      value={typedText(get(path), format)}
      onChange={({ target }) => set(path, typedNumber(target.value, format, isOptional))}
    />
  );
}

/** The error of a list, beside the button that adds to it. */
export function ListButton({
  path,
  children,
  ...button
}: { readonly path: Path } & Omit<ComponentProps<typeof Button>, 'name'>) {
  const { error } = useEditor().form.field(path.join('.'));
  const id = `${path.join('-')}-error`;
  return (
    <div className="stack settings-list-button">
      <div>
        <Button
          variant="secondary"
          {...button}
          name={path.join('.')}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        >
          {children}
        </Button>
      </div>
      {error !== undefined && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
