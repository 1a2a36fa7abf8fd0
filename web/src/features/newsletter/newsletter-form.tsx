import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field, focusFirstInvalid } from '../../components/field.tsx';
import { useSubscribeNewsletterMutation } from './newsletter-endpoints.ts';

function validateEmail(input: HTMLInputElement): string | undefined {
  if (input.validity.valueMissing) return 'Enter your email address.';
  return input.validity.valid
    ? undefined
    : 'That does not look like an email address, e.g. name@example.com.';
}

/** The newsletter sign-up ('Stay Updated'). */
export function NewsletterForm() {
  const [subscribe, { isLoading, isSuccess, isError, reset }] = useSubscribeNewsletterMutation();
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const found = validateEmail(input);
    setError(found);
    if (found !== undefined) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    await subscribe({ email: input.value.trim() });
  };

  return (
    <form ref={form} className="newsletter" noValidate onSubmit={submit} aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">Stay Updated</h2>
      <div className="newsletter-row">
        <Field
          label="Email address"
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder="player@example.com"
          error={error}
          onChange={() => {
            setError(undefined);
            if (isSuccess || isError) reset();
          }}
        />
        <Button type="submit" busy={isLoading}>
          Subscribe
        </Button>
      </div>
      <p role="status" className="newsletter-status">
        {isSuccess && 'You are on the list. See you at the next drop.'}
        {isError && 'We could not sign you up just now. Please try again in a moment.'}
      </p>
    </form>
  );
}
