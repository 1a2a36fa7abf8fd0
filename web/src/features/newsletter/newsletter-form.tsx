import { toCallableFailure } from '../../api/callable-failure.ts';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { useSubscribeNewsletterMutation } from './newsletter-endpoints.ts';

const NOT_SUBSCRIBED = 'We could not sign you up. Please try again in a moment.';

/** The newsletter sign-up ('Stay Updated'). */
export function NewsletterForm() {
  const [subscribe, { isSuccess, reset }] = useSubscribeNewsletterMutation();
  const form = useForm({
    schema: async () => (await import('@savepoint/model/callables')).EmailRequestSchema,
    messages: {
      email: {
        missing: 'Enter your email address.',
        invalid: 'That does not look like an email address, e.g. name@example.com.',
      },
    },
    asksBeforeLeaving: false,
    onSubmit: async (request) => toCallableFailure((await subscribe(request)).error, NOT_SUBSCRIBED),
  });

  return (
    <Form form={form} className="newsletter" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">Stay Updated</h2>
      <div className="newsletter-row">
        <Field
          label="Email address"
          type="email"
          required
          autoComplete="email"
          placeholder="player@example.com"
          onChange={() => isSuccess && reset()}
          {...form.field('email')}
        />
        <SubmitButton form={form}>Subscribe</SubmitButton>
      </div>
      <p role="status" className="newsletter-status">
        {isSuccess && 'Check your email: its link puts you on the list.'}
      </p>
    </Form>
  );
}
