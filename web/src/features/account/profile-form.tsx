// The auth operations are passed in: they belong to features/auth.
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import type { SessionUser } from '../../session/session-slice.ts';
import { useForm } from './use-form.ts';

const NAME_MAX = 100;
const PASSWORD_MIN = 6;

const rawMessage = (cause: unknown) => (cause as { message?: string } | undefined)?.message ?? String(cause);

/** Changes display name and photo. */
export function ProfileForm(props: {
  user: SessionUser;
  onSave: (profile: { displayName: string; photoURL?: string }) => Promise<void>;
  getErrorMessage: (cause: unknown) => string;
}) {
  const dispatch = useDispatch();
  const { form, submit, field, busy } = useForm({
    initial: { displayName: props.user.displayName, photoURL: props.user.photoURL ?? '' },
    validate: ({ displayName = '', photoURL = '' }) => ({
      displayName:
        displayName.trim() === ''
          ? 'Enter the name you want to go by.'
          : displayName.trim().length > NAME_MAX
            ? `Keep it to ${NAME_MAX} characters; this has ${displayName.trim().length}.`
            : undefined,
      photoURL:
        photoURL.trim() === '' || /^https:\/\/[^\s"'<>]{1,1990}$/.test(photoURL.trim())
          ? undefined
          : 'Enter an address that starts with https://.',
    }),
    onSubmit: async ({ displayName = '', photoURL = '' }) => {
      try {
        await props.onSave({
          displayName: displayName.trim(),
          ...(photoURL.trim() && { photoURL: photoURL.trim() }),
        });
        dispatch(toastShown({ text: 'Your profile is saved.' }));
      } catch (cause) {
        dispatch(toastShown({ text: props.getErrorMessage(cause) || rawMessage(cause), tone: 'error' }));
      }
    },
  });
  return (
    <form ref={form} className="stack settings-form" noValidate onSubmit={submit} aria-label="Profile">
      <Field label="Display name" autoComplete="nickname" required {...field('displayName')} />
      <Field
        label="Photo (optional)"
        type="url"
        hint="An https address of a picture."
        {...field('photoURL')}
      />
      <Field
        label="Email"
        type="email"
        value={props.user.email}
        readOnly
        hint="Your sign-in; it cannot be changed."
      />
      <div>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving…' : 'Save profile'}
        </Button>
      </div>
    </form>
  );
}

/** Changes the password; the current one is required. */
export function PasswordForm(props: {
  onSave: (passwords: { current: string; next: string }) => Promise<void>;
  getErrorMessage: (cause: unknown) => string;
}) {
  const dispatch = useDispatch();
  const { form, submit, field, busy, reset } = useForm({
    initial: { current: '', next: '' },
    validate: ({ current = '', next = '' }) => ({
      current: current === '' ? 'Enter your current password.' : undefined,
      next: next.length < PASSWORD_MIN ? `Use at least ${PASSWORD_MIN} characters.` : undefined,
    }),
    onSubmit: async ({ current = '', next = '' }) => {
      try {
        await props.onSave({ current, next });
        reset();
        dispatch(toastShown({ text: 'Your password is changed.' }));
      } catch (cause) {
        dispatch(toastShown({ text: props.getErrorMessage(cause), tone: 'error' }));
      }
    },
  });
  return (
    <form ref={form} className="stack settings-form" noValidate onSubmit={submit} aria-label="Password">
      <Field label="Current password" type="password" autoComplete="current-password" {...field('current')} />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        {...field('next')}
      />
      <div>
        <Button type="submit" busy={busy}>
          {busy ? 'Changing…' : 'Change password'}
        </Button>
      </div>
    </form>
  );
}

const CONFIRMATION = 'DELETE';

/** Deletes the account after the shopper has typed a confirmation. */
export function DeleteAccountForm(props: {
  onDelete: () => Promise<void>;
  getErrorMessage: (cause: unknown) => string;
}) {
  const dispatch = useDispatch();
  const { form, submit, field, busy } = useForm({
    initial: { confirm: '' },
    validate: ({ confirm }) => ({
      confirm: confirm === CONFIRMATION ? undefined : `Type ${CONFIRMATION} in capitals to go on.`,
    }),
    onSubmit: async () => {
      try {
        await props.onDelete();
        dispatch(toastShown({ text: 'Your account is deleted.' }));
      } catch (cause) {
        dispatch(toastShown({ text: props.getErrorMessage(cause), tone: 'error' }));
      }
    },
  });
  return (
    <form ref={form} className="stack settings-form" noValidate onSubmit={submit} aria-label="Delete account">
      <p className="muted">
        Name, addresses, cart and wishlist are deleted for good. Orders stay in our books without your
        account, as the law asks.
      </p>
      <Field label={`Type ${CONFIRMATION} to confirm`} autoComplete="off" {...field('confirm')} />
      <div>
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? 'Deleting…' : 'Delete my account'}
        </Button>
      </div>
    </form>
  );
}
