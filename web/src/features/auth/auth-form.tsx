import { type ReactNode, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Icon } from '../../components/icon.tsx';
import type { FieldMessages, FormSchema } from '../../lib/form-values.ts';
import { isOnline } from '../../lib/network.ts';
import { isOwnPath } from '../../lib/paths.ts';
import { useOnline } from '../../lib/use-online.ts';
import { selectSession, selectUser } from '../../session/session-slice.ts';
import { toAuthFailure } from './auth-messages.ts';
import { authErrorCleared, selectAuthError } from './auth-slice.ts';
import './auth.css';

export interface AuthField {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autoComplete: string;
  readonly hint?: string;
  readonly defaultValue?: string;
  readonly messages: FieldMessages;
}

export const emailField: AuthField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'email',
  messages: {
    missing: 'Enter your email address.',
    invalid: 'That does not look like an email address, e.g. name@example.com.',
  },
};

/**
 * The path to return to after signing in: the page that required it, or the account's usual start.
 */
function useReturnPath(): string {
  const { state } = useLocation();
  const user = useSelector(selectUser);
  const from = (state as { from?: unknown } | null)?.from;
  if (isOwnPath(from)) return from;
  return user?.role === undefined ? '/account' : '/admin';
}

/** Redirects away from a guests-only page once the shopper is signed in. */
export function useRedirectWhenSignedIn(): void {
  const session = useSelector(selectSession);
  const navigate = useNavigate();
  const path = useReturnPath();
  const signedIn = session.status === 'signed-in';
  useEffect(() => {
    if (signedIn) navigate(path, { replace: true });
  }, [signedIn, navigate, path]);
}

const OFFLINE =
  'There is no network connection. What you entered is still here; try again when you are online.';

/**
 * Says that a page needs a network while there is none. `purpose` completes "You need a network
 * connection to".
 */
export function OfflineWarning({ purpose }: { purpose: string }) {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="notice notice-warning">
          <Icon name="offline" /> You need a network connection to {purpose}.
        </p>
      )}
    </div>
  );
}

/** Explains the page and the next steps to a guest who comes from the checkout. */
export function CheckoutReason() {
  const [path] = useReturnPath().split('?');
  if (path !== '/checkout') return null;
  return <p className="notice">You need an account to order. We’ll bring you back to checkout.</p>;
}

/** A form with the given fields. If `onSubmit` rejects, the message comes from the auth slice. */
export function AuthForm<Values>(props: {
  label: string;
  fields: readonly AuthField[];
  schema: FormSchema<Values>;
  submitLabel: string;
  onSubmit: (values: Values) => Promise<void>;
  children?: ReactNode;
}) {
  const dispatch = useDispatch();
  const error = useSelector(selectAuthError);
  useEffect(() => {
    dispatch(authErrorCleared());
  }, [dispatch]);
  const form = useForm({
    schema: props.schema,
    messages: Object.fromEntries(props.fields.map(({ name, messages }) => [name, messages])),
    asksBeforeLeaving: false,
    onSubmit: async (values) => {
      if (!isOnline()) return { message: OFFLINE };
      try {
        await props.onSubmit(values);
        return undefined;
      } catch (cause) {
        console.warn(`${props.label} failed.`, cause);
        const failure = toAuthFailure(cause);
        // It is shown at its field.
        if (failure.field !== undefined) dispatch(authErrorCleared());
        return failure;
      }
    },
  });

  return (
    <Form form={form} failure={error ?? undefined} className="stack" aria-label={props.label}>
      {props.fields.map(({ messages: _, ...field }) => (
        <Field key={field.name} {...field} required {...form.field(field.name)} />
      ))}
      <SubmitButton form={form} fullWidth pending="One moment…">
        {props.submitLabel}
      </SubmitButton>
      {props.children}
    </Form>
  );
}

/** Signs in with the Google popup. */
export function GoogleButton() {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  return (
    <Button
      variant="secondary"
      fullWidth
      busy={busy}
      disabled={!online}
      onClick={async () => {
        setBusy(true);
        try {
          const { signInWithGoogle } = await import('./identity.ts');
          await signInWithGoogle(dispatch);
        } catch (cause) {
          console.warn('Logging in with Google failed.', cause);
        } finally {
          setBusy(false);
        }
      }}
    >
      Continue with Google
    </Button>
  );
}
