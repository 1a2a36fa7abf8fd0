import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface LabeledFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The validation error shown below the control; absent if the value is valid. */
  readonly error?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/**
 * Label, hint and error around any control. `children` receives the attributes that associate the
 * control with them.
 */
function LabeledField(props: LabeledFieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      {props.children({
        id,
        ...(props.error && { 'aria-invalid': true as const }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      })}
      {props.hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      {props.error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" className="icon-text" />
          {props.error}
        </p>
      )}
    </div>
  );
}

/** A labeled <input>. */
export function Field({ label, hint, error, ...input }: LabeledFieldProps & ComponentProps<'input'>) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(control) => <input className="input" {...input} {...control} />}
    </LabeledField>
  );
}

/** A labeled <input> for a code, such as that of a gift card. */
export function CodeField(props: ComponentProps<typeof Field>) {
  return <Field autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />;
}

/** A labeled <textarea>. */
export function TextAreaField({
  label,
  hint,
  error,
  ...input
}: LabeledFieldProps & ComponentProps<'textarea'>) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(control) => <textarea className="input" {...input} {...control} />}
    </LabeledField>
  );
}

/** A labeled <select>; options are its children. */
export function SelectField({ label, hint, error, ...input }: LabeledFieldProps & ComponentProps<'select'>) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(control) => <select className="input" {...input} {...control} />}
    </LabeledField>
  );
}
