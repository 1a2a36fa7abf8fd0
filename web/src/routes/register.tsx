import { PASSWORD_MIN_LENGTH, RegistrationSchema } from '@savepoint/model/account';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import {
  type AuthField,
  AuthForm,
  emailField,
  GoogleButton,
  useRedirectWhenSignedIn,
} from '../features/auth/auth-form.tsx';
import { usePageHead } from '../lib/page-head.ts';

const FIELDS: readonly AuthField[] = [
  {
    name: 'displayName',
    label: 'Display name',
    type: 'text',
    autoComplete: 'nickname',
    hint: 'Shown with your reviews.',
    messages: 'Enter the name you want to go by.',
  },
  emailField,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: `At least ${PASSWORD_MIN_LENGTH} characters.`,
    messages: `Use at least ${PASSWORD_MIN_LENGTH} characters.`,
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
        schema={RegistrationSchema}
        submitLabel="Create account"
        onSubmit={async (registration) => {
          const { signUp } = await import('../features/auth/identity.ts');
          await signUp(dispatch, registration);
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
