import { PasswordResetSchema, SignInSchema } from '@savepoint/model/account';
import { type MouseEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import { EmailText } from '../components/email-text.tsx';
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
  emailField,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'current-password',
    messages: 'Enter your password.',
  },
];

/** The email address in a button's form. */
function readEmail({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): string {
  return form === null ? '' : String(new FormData(form).get('email') ?? '');
}

const withEmail = (fields: readonly AuthField[], email: string) =>
  fields.map((field) => (field.name === 'email' ? { ...field, defaultValue: email } : field));

/** The /login page, with the password reset. */
export function Component() {
  const dispatch = useDispatch();
  const { state, search } = useLocation();
  // The page of a dead link leads here.
  const [isResetting, setIsResetting] = useState(search === '?reset');
  // Typed in one of the forms, reused in the other.
  const [email, setEmail] = useState('');
  useRedirectWhenSignedIn();
  return (
    <main className="page auth-page" id="main" tabIndex={-1}>
      <PageHead title="Login" description="Log in to your Savepoint account." noindex />
      <StateArt name="locked-chest" />
      <h1 tabIndex={-1}>{isResetting ? 'Reset your password' : 'Welcome back'}</h1>
      <OfflineWarning purpose={isResetting ? 'reset your password' : 'log in'} />
      {isResetting ? (
        <ResetForm
          email={email}
          onBack={(event) => {
            setEmail(readEmail(event));
            setIsResetting(false);
          }}
        />
      ) : (
        <>
          <CheckoutReason />
          <AuthForm
            key="login"
            label="Login"
            fields={withEmail(FIELDS, email)}
            schema={SignInSchema}
            submitLabel="Log in"
            onSubmit={async (credentials) => {
              const { signIn } = await import('../features/auth/identity.ts');
              await signIn(dispatch, credentials);
            }}
          >
            <Button
              variant="quiet"
              onClick={(event) => {
                setEmail(readEmail(event));
                setIsResetting(true);
              }}
            >
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

function ResetForm(props: { email: string; onBack: (event: MouseEvent<HTMLButtonElement>) => void }) {
  const dispatch = useDispatch();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      {sentTo !== undefined && (
        <p className="notice notice-success" role="status">
          If there is an account for <EmailText>{sentTo}</EmailText>, an email with a link is on its way.
        </p>
      )}
      <AuthForm
        key="reset"
        label="Reset password"
        fields={withEmail([emailField], props.email)}
        schema={PasswordResetSchema}
        submitLabel="Send the link"
        onSubmit={async ({ email }) => {
          const { sendPasswordReset } = await import('../features/auth/identity.ts');
          await sendPasswordReset(dispatch, email);
          setSentTo(email);
        }}
      >
        <Button variant="quiet" onClick={props.onBack}>
          Back to login
        </Button>
      </AuthForm>
    </>
  );
}
