import { NewPasswordSchema, PASSWORD_MIN_LENGTH } from '@savepoint/model/account';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { toAuthFailure } from './auth-messages.ts';

/** Sets a new password with a code from an email. `email` is the account's address. */
export function NewPasswordForm(props: { code: string; email: string; onSaved: () => void }) {
  const form = useForm({
    schema: NewPasswordSchema,
    messages: { password: `Use at least ${PASSWORD_MIN_LENGTH} characters.` },
    asksBeforeLeaving: false,
    onSubmit: async ({ password }) => {
      const { isDeadLink, resetPassword } = await import('./action-codes.ts');
      try {
        await resetPassword(props.code, password);
      } catch (cause) {
        if (isDeadLink(cause))
          return { message: 'This link no longer works. Go to the login page and request a new one.' };
        return toAuthFailure(cause);
      }
      props.onSaved();
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label="Choose a new password">
      {/* Password managers store the password for this account. */}
      <Field label="Email" type="email" autoComplete="username" value={props.email} readOnly />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        required
        {...form.field('password')}
      />
      <SubmitButton form={form} fullWidth pending="Saving…">
        Save the new password
      </SubmitButton>
    </Form>
  );
}
