import { type ReactNode, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmailText } from '../components/email-text.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { authMessage } from '../features/auth/auth-messages.ts';
import { NewPasswordForm } from '../features/auth/new-password-form.tsx';
import '../features/auth/auth.css';

const loadActionCodes = () => import('../features/auth/action-codes.ts');

type LinkState<T> =
  | { readonly status: 'checking' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'dead' }
  | { readonly status: 'failed' };

/** Runs the check of a link's code, and again when `retry` is called. */
function useLink<T>(check: () => Promise<T>): { state: LinkState<T>; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<LinkState<T>>({ status: 'checking' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of a link does not change; `attempt` is the reason to run again
  useEffect(() => {
    let isCurrent = true;
    const show = (next: LinkState<T>) => isCurrent && setState(next);
    show({ status: 'checking' });
    check()
      .then(
        (value) => show({ status: 'ready', value }),
        async (cause: unknown) => {
          const { isDeadLink } = await loadActionCodes();
          show({ status: isDeadLink(cause) ? 'dead' : 'failed' });
        },
      )
      // The chunk could not be loaded; the check needs it, too.
      .catch(() => show({ status: 'failed' }));
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}

function ActionPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="page auth-page" id="main" tabIndex={-1}>
      <PageHead title={title} description="A link from a Savepoint email." noindex />
      {children}
    </main>
  );
}

/** A dead link, and how to get another. */
function DeadLink({ children }: { children: ReactNode }) {
  return (
    <ActionPage title="This link no longer works">
      <EmptyState icon="alert" title="This link no longer works" headingLevel={1}>
        <p>It has already been used, has expired, or was not copied in full.</p>
        {children}
      </EmptyState>
    </ActionPage>
  );
}

function PendingLink(props: { title: string; isFailed: boolean; onRetry: () => void }) {
  return (
    <ActionPage title={props.title}>
      {props.isFailed ? (
        <ErrorState resource="this link" headingLevel={1} onRetry={props.onRetry} />
      ) : (
        <>
          <h1 tabIndex={-1}>{props.title}</h1>
          <p role="status">Checking the link…</p>
          <Skeleton height="10rem" />
        </>
      )}
    </ActionPage>
  );
}

const RESET_TITLE = 'Choose a new password';

function PasswordReset({ code }: { code: string }) {
  const [isSaved, setIsSaved] = useState(false);
  const { state, retry } = useLink(async () => (await loadActionCodes()).readPasswordResetCode(code));
  if (isSaved)
    return (
      <ActionPage title={RESET_TITLE}>
        <h1 tabIndex={-1}>{RESET_TITLE}</h1>
        <p className="notice notice-success" role="status">
          Your new password is saved. You have been logged out everywhere else.
        </p>
        <ButtonLink to="/login">Log in</ButtonLink>
      </ActionPage>
    );
  if (state.status === 'dead')
    return (
      <DeadLink>
        <ButtonLink to="/login?reset">Request a new link</ButtonLink>
      </DeadLink>
    );
  if (state.status !== 'ready')
    return <PendingLink title={RESET_TITLE} isFailed={state.status === 'failed'} onRetry={retry} />;
  return (
    <ActionPage title={RESET_TITLE}>
      <h1 tabIndex={-1}>{RESET_TITLE}</h1>
      <NewPasswordForm code={code} email={state.value} onSaved={() => setIsSaved(true)} />
    </ActionPage>
  );
}

const VERIFIED_TITLE = 'Your email address is confirmed';

function EmailVerification({ code }: { code: string }) {
  const { state, retry } = useLink(async () => (await loadActionCodes()).verifyEmail(code));
  if (state.status === 'dead')
    return (
      <DeadLink>
        <p>If your address is confirmed already, there is nothing left to do.</p>
        <ButtonLink to="/account/settings">Go to your settings</ButtonLink>
      </DeadLink>
    );
  if (state.status !== 'ready')
    return (
      <PendingLink title="Confirm your email address" isFailed={state.status === 'failed'} onRetry={retry} />
    );
  return (
    <ActionPage title={VERIFIED_TITLE}>
      <EmptyState icon="check" title={VERIFIED_TITLE} headingLevel={1}>
        <p>Thank you. You can now sign up for our emails in your settings.</p>
        <ButtonLink to="/shop">Go to the shop</ButtonLink>
        <Link to="/account/settings">Go to your settings</Link>
      </EmptyState>
    </ActionPage>
  );
}

interface EmailChangeTexts {
  readonly title: string;
  readonly explanation: string;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly next: ReactNode;
}

const EMAIL_CHANGES: ReadonlyMap<string, EmailChangeTexts> = new Map([
  [
    'verifyAndChangeEmail',
    {
      title: 'Confirm your new email address',
      explanation: 'This becomes the email address of your account. You are then logged out everywhere.',
      button: 'Use this address',
      doneTitle: 'Your email address has changed',
      done: 'Log in with it from now on.',
      next: <ButtonLink to="/login">Log in</ButtonLink>,
    },
  ],
  [
    'recoverEmail',
    {
      title: 'Take the change of your email address back',
      explanation: 'This becomes the email address of your account again. It is then logged out everywhere.',
      button: 'Use this address again',
      doneTitle: 'Your email address is back',
      done: 'Whoever changed it may know your password, so choose a new one now.',
      next: <ButtonLink to="/login?reset">Choose a new password</ButtonLink>,
    },
  ],
]);

/** It asks first: email scanners open every link, and would confirm somebody else's request. */
function EmailChange({ code, texts }: { code: string; texts: EmailChangeTexts }) {
  const { state, retry } = useLink(async () => (await loadActionCodes()).readEmailChange(code));
  const dispatch = useDispatch();
  const [isApplying, setIsApplying] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (state.status === 'dead')
    return (
      <DeadLink>
        <ButtonLink to="/account/settings">Go to your settings</ButtonLink>
      </DeadLink>
    );
  if (state.status !== 'ready')
    return <PendingLink title={texts.title} isFailed={state.status === 'failed'} onRetry={retry} />;
  const { email, isDone } = state.value;
  const apply = async () => {
    if (isApplying) return;
    setIsApplying(true);
    setFailure(undefined);
    const { applyEmailChange, isDeadLink } = await loadActionCodes();
    try {
      await applyEmailChange(dispatch, code, email);
      retry();
    } catch (cause) {
      if (isDeadLink(cause)) retry();
      else setFailure(authMessage(cause));
    }
    setIsApplying(false);
  };
  const title = isDone ? texts.doneTitle : texts.title;
  return (
    <ActionPage title={title}>
      <EmptyState icon={isDone ? 'check' : 'mail'} title={title} headingLevel={1}>
        <p>
          <strong>
            <EmailText>{email}</EmailText>
          </strong>
        </p>
        <p role="status">{isDone ? texts.done : texts.explanation}</p>
        {failure !== undefined && (
          <p className="notice notice-error" role="alert">
            {failure}
          </p>
        )}
        {isDone ? (
          texts.next
        ) : (
          <Button busy={isApplying} onClick={() => void apply()}>
            {texts.button}
          </Button>
        )}
      </EmptyState>
    </ActionPage>
  );
}

/**
 * The /auth/action page, the target of links in emails about an account: reset a password, verify
 * an address, change the address, or restore the former one.
 */
export function Component() {
  const [query] = useSearchParams();
  const [mode, code] = [query.get('mode'), query.get('oobCode')];
  if (mode === 'resetPassword' && code) return <PasswordReset key={code} code={code} />;
  if (mode === 'verifyEmail' && code) return <EmailVerification key={code} code={code} />;
  const emailChange = EMAIL_CHANGES.get(mode ?? '');
  if (emailChange !== undefined && code) return <EmailChange key={code} code={code} texts={emailChange} />;
  return (
    <DeadLink>
      {mode === 'resetPassword' ? (
        <ButtonLink to="/login?reset">Request a new link</ButtonLink>
      ) : (
        <ButtonLink to="/account/settings">Go to your settings</ButtonLink>
      )}
    </DeadLink>
  );
}
