// The auth operations are passed in: they belong to features/auth.
import {
  EmailChangeSchema,
  PASSWORD_MIN_LENGTH,
  PasswordChangeSchema,
  ProfileSchema,
} from '@savepoint/model/account';
import { DeleteAccountRequestSchema } from '@savepoint/model/callables';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { EmailText } from '../../components/email-text.tsx';
import { Field } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import type { SessionUser } from '../../session/session-slice.ts';

/** Converts a thrown error to a failure of the form that caused it. */
type ToFailure = (cause: unknown) => FormFailure;

/** Handles the result of an operation: shows a toast, or returns why it failed. */
function useOutcome(toFailure: ToFailure, successMessage: string) {
  const dispatch = useDispatch();
  return async (operation: Promise<void>): Promise<FormFailure | undefined> => {
    try {
      await operation;
    } catch (cause) {
      return toFailure(cause);
    }
    dispatch(toastShown({ text: successMessage }));
    return undefined;
  };
}

/** Changes display name and photo. */
export function ProfileForm(props: {
  user: SessionUser;
  onSave: (profile: { displayName: string; photoURL?: string }) => Promise<void>;
  toFailure: ToFailure;
}) {
  const outcome = useOutcome(props.toFailure, 'Your profile is saved.');
  const form = useForm({
    schema: ProfileSchema,
    messages: {
      displayName: 'Enter a display name.',
      photoURL: 'Enter an address that starts with https://.',
    },
    onSubmit: ({ displayName, photoURL }) =>
      outcome(props.onSave({ displayName, ...(photoURL !== undefined && { photoURL }) })),
  });
  return (
    <Form form={form} className="stack settings-form" aria-label="Profile">
      <Field
        label="Display name"
        autoComplete="nickname"
        required
        defaultValue={props.user.displayName}
        {...form.field('displayName')}
      />
      <Field
        label="Photo (optional)"
        type="url"
        hint="The https address of an image, shown on your account page."
        defaultValue={props.user.photoURL}
        {...form.field('photoURL')}
      />
      <div>
        <SubmitButton form={form} pending="Saving…">
          Save profile
        </SubmitButton>
      </div>
    </Form>
  );
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = { 'google.com': 'Google' };

/** Requests another address for the account, or says where the address is managed. */
export function EmailForm(props: {
  user: SessionUser;
  onRequest: (request: { email: string; current: string }) => Promise<void>;
  toFailure: ToFailure;
}) {
  const { email, emailProvider } = props.user;
  if (emailProvider === undefined) return <EmailChangeForm {...props} />;
  const provider = PROVIDER_NAMES[emailProvider] ?? emailProvider;
  return (
    <p>
      You log in with {provider}, and your address, <EmailText>{email}</EmailText>, comes from there. To use
      another one, log in with another {provider} account.
    </p>
  );
}

function EmailChangeForm({ user, onRequest, toFailure }: Parameters<typeof EmailForm>[0]) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    schema: EmailChangeSchema,
    messages: {
      email: 'Enter an email address, e.g. name@example.com.',
      current: 'Enter your current password.',
    },
    resets: true,
    onSubmit: async (request) => {
      setSentTo(undefined);
      try {
        await onRequest(request);
      } catch (cause) {
        return toFailure(cause);
      }
      setSentTo(request.email);
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack settings-form" aria-label="Email address">
      <p>
        You log in as <EmailText>{user.email}</EmailText>.
      </p>
      <div role="status">
        {sentTo !== undefined && (
          <p className="notice notice-success">
            Check the inbox of <EmailText>{sentTo}</EmailText>. Your address changes when you follow the link
            there.
          </p>
        )}
      </div>
      <Field label="New email address" type="email" autoComplete="email" required {...form.field('email')} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        {...form.field('current')}
      />
      <div>
        <SubmitButton form={form} pending="Sending the link…">
          Change email address
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Changes the password; the current one is required. */
export function PasswordForm(props: {
  onSave: (passwords: { current: string; next: string }) => Promise<void>;
  toFailure: ToFailure;
}) {
  const outcome = useOutcome(props.toFailure, 'Your password is changed.');
  const form = useForm({
    schema: PasswordChangeSchema,
    messages: {
      current: 'Enter your current password.',
      next: `Use at least ${PASSWORD_MIN_LENGTH} characters.`,
    },
    resets: true,
    onSubmit: (passwords) => outcome(props.onSave(passwords)),
  });
  return (
    <Form form={form} className="stack settings-form" aria-label="Password">
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...form.field('current')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        {...form.field('next')}
      />
      <div>
        <SubmitButton form={form} pending="Changing…">
          Change password
        </SubmitButton>
      </div>
    </Form>
  );
}

const CONFIRMATION = 'DELETE';

/** Deletes the account after the shopper has typed a confirmation. */
export function DeleteAccountForm(props: { onDelete: () => Promise<void>; toFailure: ToFailure }) {
  const outcome = useOutcome(props.toFailure, 'Your account is deleted.');
  const form = useForm({
    schema: DeleteAccountRequestSchema,
    messages: { confirm: `Type ${CONFIRMATION} in capitals to continue.` },
    asksBeforeLeaving: false,
    onSubmit: () => outcome(props.onDelete()),
  });
  return (
    <Form form={form} className="stack settings-form" aria-label="Delete account">
      <p className="muted">
        Your name, addresses, cart and wishlist are permanently deleted. We keep your orders, without your
        account, as the law requires.
      </p>
      <Field label={`Type ${CONFIRMATION} to confirm`} autoComplete="off" {...form.field('confirm')} />
      <div>
        <SubmitButton form={form} variant="danger" pending="Deleting…">
          Delete my account
        </SubmitButton>
      </div>
    </Form>
  );
}
