import { type FormEvent, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field, focusFirstInvalid, TextAreaField } from '../../components/field.tsx';
import { selectUser } from '../../session/session-slice.ts';
import { useSendContactMessageMutation } from './contact-endpoints.ts';

const FIELDS = ['name', 'email', 'subject', 'message'] as const;
type FieldName = (typeof FIELDS)[number];
type MessageValues = Record<FieldName, string>;

const LENGTH_MAX: Readonly<Record<FieldName, number>> = {
  name: 100,
  email: 254,
  subject: 150,
  message: 5000,
};
const REQUIRED_MESSAGES: Readonly<Record<FieldName, string>> = {
  name: 'Tell us your name.',
  email: 'Enter your email address, so that we can answer.',
  subject: 'Say in a few words what it is about.',
  message: 'Write your message.',
};

/** The validation errors of a message by field. */
function validateMessage(values: MessageValues): Partial<MessageValues> {
  const errors: Partial<MessageValues> = {};
  for (const name of FIELDS) {
    const text = values[name].trim();
    if (text === '') errors[name] = REQUIRED_MESSAGES[name];
    else if (text.length > LENGTH_MAX[name]) errors[name] = `Keep it under ${LENGTH_MAX[name]} characters.`;
  }
  if (errors.email === undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    errors.email = 'That does not look like an email address, e.g. name@example.com.';
  }
  return errors;
}

/** Sends a message to the shop. Keeps the values after an error and focuses the first invalid field. */
export function ContactForm() {
  const user = useSelector(selectUser);
  const [send, { isLoading, isSuccess, isError }] = useSendContactMessageMutation();
  const [errors, setErrors] = useState<Partial<MessageValues>>({});
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      FIELDS.map((name) => [name, String(data.get(name) ?? '').trim()]),
    ) as MessageValues;
    const found = validateMessage(values);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    await send(values);
  };

  if (isSuccess) {
    return (
      <p className="notice notice-success" role="status">
        Message received. We answer around the clock, usually within a few hours.
      </p>
    );
  }
  return (
    <form ref={form} className="stack card" noValidate onSubmit={submit} aria-label="Contact">
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={user?.displayName ?? ''}
        error={errors.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={user?.email ?? ''}
        error={errors.email}
      />
      <Field label="Subject" name="subject" error={errors.subject} />
      <TextAreaField label="Message" name="message" error={errors.message} />
      {isError && (
        <p className="notice notice-error" role="alert">
          The message could not be sent. It is still here; please try again in a moment.
        </p>
      )}
      <Button type="submit" busy={isLoading}>
        Send message
      </Button>
    </form>
  );
}
