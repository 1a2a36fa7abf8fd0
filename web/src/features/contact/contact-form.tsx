// Owns the contact form: it says what is wrong beside the field, keeps what was typed and focuses the first fault.
import { type FormEvent, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field, focusFirstInvalid, TextAreaField } from '../../components/field.tsx';
import { selectUser } from '../../session/session-slice.ts';
import { useSendContactMessageMutation } from './contact-endpoints.ts';

const FIELDS = ['name', 'email', 'subject', 'message'] as const;
type FieldName = (typeof FIELDS)[number];
type MessageValues = Record<FieldName, string>;

const MAX_LENGTH: Readonly<Record<FieldName, number>> = {
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

/** What is wrong with a message as typed, by field. */
function validateMessage(typed: MessageValues): Partial<MessageValues> {
  const faults: Partial<MessageValues> = {};
  for (const name of FIELDS) {
    const text = typed[name].trim();
    if (text === '') faults[name] = REQUIRED_MESSAGES[name];
    else if (text.length > MAX_LENGTH[name]) faults[name] = `Keep it under ${MAX_LENGTH[name]} characters.`;
  }
  if (faults.email === undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email.trim())) {
    faults.email = 'That does not look like an email address, e.g. name@example.com.';
  }
  return faults;
}

export function ContactForm() {
  const user = useSelector(selectUser);
  const [send, { isLoading, isSuccess, isError }] = useSendContactMessageMutation();
  const [faults, setFaults] = useState<Partial<MessageValues>>({});
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = Object.fromEntries(
      FIELDS.map((name) => [name, String(data.get(name) ?? '').trim()]),
    ) as MessageValues;
    const found = validateMessage(typed);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    await send(typed);
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
        error={faults.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={user?.email ?? ''}
        error={faults.email}
      />
      <Field label="Subject" name="subject" error={faults.subject} />
      <TextAreaField label="Message" name="message" error={faults.message} />
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
