// Owns the state of a small form: what is typed, what is wrong with it, whether it is being sent.
import { type FormEvent, useRef, useState } from 'react';
import { focusFirstInvalid } from '../../components/field.tsx';

type Values = Readonly<Record<string, string>>;
type FormErrors = Readonly<Record<string, string | undefined>>;

/** `check` answers faults by field; `send` runs when there are none. What was typed stays after a failure. */
export function useForm(options: {
  initial: Values;
  validate: (values: Values) => FormErrors;
  onSubmit: (values: Values) => Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(options.initial);
  const [faults, setFaults] = useState<FormErrors>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = options.validate(values);
    setFaults(found);
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
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      if (faults[name] !== undefined) setFaults({ ...faults, [name]: undefined });
    },
  });

  return { form, submit, field, busy, reset: () => setValues(options.initial) };
}
