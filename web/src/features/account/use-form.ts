import { type FormEvent, useRef, useState } from 'react';
import { focusFirstInvalid } from '../../components/field.tsx';

type Values = Readonly<Record<string, string>>;
type FormErrors = Readonly<Record<string, string | undefined>>;

/**
 * State of a small form. `validate` returns errors by field; `onSubmit` runs when there are none. Values survive a
 * failed submit.
 */
export function useForm(options: {
  initial: Values;
  validate: (values: Values) => FormErrors;
  onSubmit: (values: Values) => Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<FormErrors>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = options.validate(values);
    setErrors(found);
    if (Object.values(found).some(Boolean)) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    setBusy(true);
    try {
      await options.onSubmit(values);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined });
    },
  });

  return { form, submit, field, busy, reset: () => setValues(options.initial) };
}
