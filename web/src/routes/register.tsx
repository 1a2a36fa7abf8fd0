import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import {
  AuthForm,
  DISPLAY_NAME_MAX,
  emailField,
  type FormField,
  GoogleButton,
  PASSWORD_MIN,
  useRedirectWhenSignedIn,
} from '../features/auth/auth-form.tsx';
import { usePageHead } from '../lib/page-head.ts';

const FIELDS: readonly FormField[] = [
  {
    name: 'displayName',
    label: 'Display name',
    type: 'text',
    autoComplete: 'nickname',
    hint: 'Shown with your reviews.',
    validate: (value) =>
      value === ''
        ? 'Enter the name you want to go by.'
        : value.length > DISPLAY_NAME_MAX
          ? `Keep it to ${DISPLAY_NAME_MAX} characters; this has ${value.length}.`
          : undefined,
  },
  emailField,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: `At least ${PASSWORD_MIN} characters.`,
    validate: (value) =>
      value.length < PASSWORD_MIN ? `Use at least ${PASSWORD_MIN} characters.` : undefined,
  },
];

/** The /register page. */
export function Component() {
  const dispatch = useDispatch();
  const { state } = useLocation();
  useRedirectWhenSignedIn();
  usePageHead({ title: 'Register', description: 'Create your Savepoint account.', noindex: true });
  return (
    <main className="page auth-page" id="main" tabIndex={-1}>
      <h1 tabIndex={-1}>Create your account</h1>
      <AuthForm
        label="Register"
        fields={FIELDS}
        submitLabel="Create account"
        onSubmit={async ({ email = '', password = '', displayName = '' }) => {
          const { signUp } = await import('../features/auth/identity.ts');
          await signUp(dispatch, { email, password, displayName });
        }}
      />
      <p className="auth-divider">or</p>
      <GoogleButton />
      <p>
        Already a player?{' '}
        <Link to="/login" state={state}>
          Login
        </Link>
      </p>
    </main>
  );
}
