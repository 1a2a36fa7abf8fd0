import { PasswordResetSchema, SignInSchema } from '@savepoint/model/account';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import {
  type AuthField,
  AuthForm,
  emailField,
  GoogleButton,
  useRedirectWhenSignedIn,
} from '../features/auth/auth-form.tsx';
import { usePageHead } from '../lib/page-head.ts';

const FIELDS: readonly AuthField[] = [
  emailField,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'current-password',
    messages: 'Enter your password.',
  },
];

/** The /login page, with the password reset. */
export function Component() {
  const dispatch = useDispatch();
  const { state } = useLocation();
  const [isResetting, setIsResetting] = useState(false);
  useRedirectWhenSignedIn();
  usePageHead({ title: 'Login', description: 'Sign in to your Savepoint account.', noindex: true });
  return (
    <main className="page auth-page" id="main" tabIndex={-1}>
      <h1 tabIndex={-1}>{isResetting ? 'Reset your password' : 'Welcome back'}</h1>
      {isResetting ? (
        <ResetForm onBack={() => setIsResetting(false)} />
      ) : (
        <>
          <AuthForm
            key="login"
            label="Login"
            fields={FIELDS}
            schema={SignInSchema}
            submitLabel="Login"
            onSubmit={async (credentials) => {
              const { signIn } = await import('../features/auth/identity.ts');
              await signIn(dispatch, credentials);
            }}
          >
            <Button variant="quiet" onClick={() => setIsResetting(true)}>
              Forgot your password?
            </Button>
          </AuthForm>
          <p className="auth-divider">or</p>
          <GoogleButton />
          <p>
            New here?{' '}
            <Link to="/register" state={state}>
              Create an account
            </Link>
          </p>
        </>
      )}
    </main>
  );
}

function ResetForm({ onBack }: { onBack: () => void }) {
  const dispatch = useDispatch();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      {sentTo !== undefined && (
        <p className="notice notice-success" role="status">
          If {sentTo} has an account here, a mail with a link is on its way.
        </p>
      )}
      <AuthForm
        key="reset"
        label="Reset password"
        fields={[emailField]}
        schema={PasswordResetSchema}
        submitLabel="Send the link"
        onSubmit={async ({ email }) => {
          const { sendPasswordReset } = await import('../features/auth/identity.ts');
          await sendPasswordReset(dispatch, email);
          setSentTo(email);
        }}
      >
        <Button variant="quiet" onClick={onBack}>
          Back to login
        </Button>
      </AuthForm>
    </>
  );
}
