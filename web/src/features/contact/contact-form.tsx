import { useSelector } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { Field, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { selectUser } from '../../session/session-slice.ts';
import { useSendContactMessageMutation } from './contact-endpoints.ts';

const MESSAGES = {
  name: 'Tell us your name.',
  email: {
    missing: 'Enter your email address, so that we can reply.',
    invalid: 'That does not look like an email address, e.g. name@example.com.',
  },
  subject: 'Enter a subject.',
  message: 'Write your message.',
};

const NOT_SENT = 'The message could not be sent. It is still here; please try again in a moment.';

/** Sends a message to the shop. */
export function ContactForm() {
  const user = useSelector(selectUser);
  const [send, { isSuccess }] = useSendContactMessageMutation();
  const form = useForm({
    schema: async () => (await import('@savepoint/model/callables')).ContactMessageSchema,
    messages: MESSAGES,
    onSubmit: async (message) => toCallableFailure((await send(message)).error, NOT_SENT),
  });

  if (isSuccess) {
    return (
      <p className="notice notice-success" role="status">
        Message received. We reply around the clock, usually within a few hours.
      </p>
    );
  }
  return (
    <Form form={form} className="stack card" aria-label="Contact">
      <Field
        label="Name"
        autoComplete="name"
        defaultValue={user?.displayName ?? ''}
        {...form.field('name')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        defaultValue={user?.email ?? ''}
        {...form.field('email')}
      />
      <Field label="Subject" {...form.field('subject')} />
      <TextAreaField label="Message" {...form.field('message')} />
      <SubmitButton form={form}>Send message</SubmitButton>
    </Form>
  );
}
