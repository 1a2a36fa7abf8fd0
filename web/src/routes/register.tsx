import { PASSWORD_MIN_LENGTH, RegistrationSchema } from '@savepoint/model/account';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { PageHead } from '../components/page-head.tsx';
import { StateArt } from '../components/state-art.tsx';
import {
  type AuthField,
  AuthForm,
  CheckoutReason,
  emailField,
  GoogleButton,
  OfflineWarning,
  useRedirectWhenSignedIn,
} from '../features/auth/auth-form.tsx';

const FIELDS: readonly AuthField[] = [
  {
    name: 'displayName',
    label: 'Display name',
    type: 'text',
    autoComplete: 'nickname',
    hint: 'Shown with your reviews.',
    messages: 'Enter a display name.',
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
  return (
    <main className="page auth-page" id="main" tabIndex={-1}>
      <PageHead title="Register" description="Create your Savepoint account." noindex />
      <StateArt name="locked-chest" />
      <h1 tabIndex={-1}>Create your account</h1>
      <CheckoutReason />
      <OfflineWarning purpose="create an account" />
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
        Already have an account?{' '}
        <Link to="/login" state={state}>
          Log in
        </Link>
      </p>
    </main>
  );
}
