// Owns form fields: a label, a hint, the control and what is wrong with it, tied together for everybody.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface FieldFrameProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong, beside the field; absent when nothing is. */
  readonly error?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** Any control in a frame: `children` gets the attributes that tie it to its label, hint and error. */
export function LabelledField(props: FieldFrameProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      {props.children({
        id,
        ...(props.error && { 'aria-invalid': true as const }),
        ...(described && { 'aria-describedby': described }),
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

export function Field({ label, hint, error, ...input }: FieldFrameProps & ComponentProps<'input'>) {
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(control) => <input className="input" {...input} {...control} />}
    </LabelledField>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  ...input
}: FieldFrameProps & ComponentProps<'textarea'>) {
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(control) => <textarea className="input" {...input} {...control} />}
    </LabelledField>
  );
}

export function SelectField({ label, hint, error, ...input }: FieldFrameProps & ComponentProps<'select'>) {
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(control) => <select className="input" {...input} {...control} />}
    </LabelledField>
  );
}

/** Moves focus to the first control of a form that is marked invalid. Call after the errors are rendered. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
