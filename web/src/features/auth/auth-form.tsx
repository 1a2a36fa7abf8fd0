import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Field, focusFirstInvalid } from '../../components/field.tsx';
import { isOwnPath } from '../../lib/paths.ts';
import { selectSession } from '../../session/session-slice.ts';
import { authErrorCleared, selectAuthError } from './auth-slice.ts';
import './auth.css';

export const PASSWORD_MIN = 6;
export const DISPLAY_NAME_MAX = 100;

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autoComplete: string;
  readonly hint?: string;
  /** The validation error of a value; undefined when it is valid. */
  readonly validate: (value: string) => string | undefined;
}

export const emailField: FormField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'email',
  validate: (value) =>
    value === ''
      ? 'Enter your email address.'
      : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
        ? undefined
        : 'That does not look like an email address, e.g. name@example.com.',
};

/** The path to return to after signing in: the page that required it, or the account. */
function useReturnPath(): string {
  const { state, key } = useLocation();
  // A link followed before hydration carries no router state; the referrer names the page instead.
  const from = (state as { from?: unknown } | null)?.from ?? (key === 'default' ? referrerPath() : undefined);
  return isOwnPath(from) ? from : '/account';
}

function referrerPath(): string | undefined {
  if (!document.referrer.startsWith(`${location.origin}/`)) return undefined;
  const { pathname, search } = new URL(document.referrer);
  return /^\/(login|register)$/.test(pathname) ? undefined : pathname + search;
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

/**
 * A form of the given fields. `onSubmit` receives the values, trimmed except for passwords. When it rejects, the error
 * message comes from the auth slice.
 */
export function AuthForm(props: {
  label: string;
  fields: readonly FormField[];
  submitLabel: string;
  onSubmit: (values: Record<string, string>) => Promise<void>;
  children?: ReactNode;
}) {
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const errorElement = useRef<HTMLParagraphElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const error = useSelector(selectAuthError);
  useEffect(() => {
    dispatch(authErrorCleared());
  }, [dispatch]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      props.fields.map((field) => {
        const value = String(data.get(field.name) ?? '');
        return [field.name, field.type === 'password' ? value : value.trim()];
      }),
    );
    const found = Object.fromEntries(
      props.fields.map((field) => [field.name, field.validate(values[field.name] ?? '')]),
    );
    setErrors(found);
    if (Object.values(found).some(Boolean)) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    setBusy(true);
    try {
      await props.onSubmit(values);
    } catch (cause) {
      console.warn(`${props.label} failed.`, cause);
      requestAnimationFrame(() => errorElement.current?.focus());
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} className="stack" noValidate onSubmit={submit} aria-label={props.label}>
      {error !== null && (
        <p ref={errorElement} className="notice notice-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
      {props.fields.map((field) => (
        <Field
          key={field.name}
          name={field.name}
          label={field.label}
          type={field.type}
          autoComplete={field.autoComplete}
          hint={field.hint}
          required
          error={errors[field.name]}
          onChange={() => errors[field.name] && setErrors({ ...errors, [field.name]: undefined })}
        />
      ))}
      <Button type="submit" fullWidth busy={busy}>
        {busy ? 'One moment…' : props.submitLabel}
      </Button>
      {props.children}
    </form>
  );
}

/** Signs in with the Google popup. */
export function GoogleButton() {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="secondary"
      fullWidth
      busy={busy}
      onClick={async () => {
        setBusy(true);
        try {
          const { signInWithGoogle } = await import('./identity.ts');
          await signInWithGoogle(dispatch);
        } catch (cause) {
          console.warn('Signing in with Google failed.', cause);
        } finally {
          setBusy(false);
        }
      }}
    >
      Continue with Google
    </Button>
  );
}
