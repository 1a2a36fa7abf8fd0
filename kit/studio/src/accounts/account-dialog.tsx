import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { StoredError } from '../api/stack-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import {
  type Account,
  useCreateAccountMutation,
  useSendCodeMutation,
  useUpdateAccountMutation,
} from './accounts-endpoints.ts';

/** Claims of more characters are rejected by Firebase. */
const MAX_CLAIMS_LENGTH = 1000;

interface AccountDialogProps {
  /** Undefined for a new one. */
  readonly account: Account | undefined;
  readonly projectId: string;
  readonly onClose: () => void;
}

/** What is wrong with a text as custom claims; undefined when nothing is. */
export function findClaimsProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  if (text.length > MAX_CLAIMS_LENGTH) return `Claims have at most ${MAX_CLAIMS_LENGTH} characters.`;
  try {
    const claims = JSON.parse(text);
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return undefined;
  } catch (error) {
    return `The claims are not JSON: ${(error as Error).message}`;
  }
  return 'Claims are a JSON object, such as {"role": "owner"}.';
}

/** Creates an account, or changes one. */
export function AccountDialog({ account, projectId, onClose }: AccountDialogProps) {
  const dispatch = useDispatch();
  const [create, creating] = useCreateAccountMutation();
  const [update, updating] = useUpdateAccountMutation();
  const [email, setEmail] = useState(account?.email ?? '');
  const [displayName, setDisplayName] = useState(account?.displayName ?? '');
  const [password, setPassword] = useState('');
  const [claims, setClaims] = useState(account?.customAttributes ?? '');
  const [isVerified, setIsVerified] = useState(account?.emailVerified ?? false);
  const [problem, setProblem] = useState<string>();
  const claimsProblem = findClaimsProblem(claims);
  const save = async () => {
    if (claimsProblem !== undefined) return;
    const fields = {
      displayName,
      emailVerified: isVerified,
      ...(email === '' ? {} : { email }),
      ...(password === '' ? {} : { password }),
    };
    let localId = account?.localId;
    if (localId === undefined) {
      const created = await create({ projectId, fields });
      if (created.error !== undefined) return setProblem((created.error as StoredError).message);
      localId = created.data.localId;
    }
    const customAttributes = claims.trim() === '' ? '{}' : claims;
    const { error } = await update({
      projectId,
      fields: { ...fields, localId, customAttributes } as { localId: string },
    });
    if (error !== undefined) return setProblem((error as StoredError).message);
    dispatch(
      toastAdded({
        message: account === undefined ? `Created ${email || localId}.` : `Saved ${email || localId}.`,
      }),
    );
    onClose();
  };
  return (
    <Dialog
      title={account === undefined ? 'New account' : (account.email ?? account.localId)}
      submitLabel={account === undefined ? 'Create' : 'Save'}
      isBusy={creating.isLoading || updating.isLoading || claimsProblem !== undefined}
      onClose={onClose}
      onSubmit={save}
    >
      <label className="field">
        Email
        <input
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
        />
      </label>
      <label className="field">
        Name
        <input
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
          autoComplete="off"
        />
      </label>
      <label className="field">
        {account === undefined ? 'Password' : 'New password'}
        <input value={password} onChange={(event) => setPassword(event.target.value)} autoComplete="off" />
        <small>At least six characters{account === undefined ? '' : '; empty leaves it as it is'}.</small>
      </label>
      <label className="field">
        Custom claims
        <textarea
          rows={3}
          value={claims}
          spellCheck={false}
          placeholder={'{"role": "owner"}'}
          aria-invalid={claimsProblem !== undefined}
          onChange={(event) => setClaims(event.target.value)}
        />
        <small>They are in the next token: the person signs in again, or the app refreshes its token.</small>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={isVerified}
          onChange={(event) => setIsVerified(event.target.checked)}
        />
        The email address is verified
      </label>
      {account?.email === undefined ? null : <CodeButtons email={account.email} projectId={projectId} />}
      {(claimsProblem ?? problem) === undefined ? null : (
        <p className="problem" role="alert">
          {claimsProblem ?? problem}
        </p>
      )}
    </Dialog>
  );
}

/** Creates the codes of emails without sending one. */
function CodeButtons({ email, projectId }: { email: string; projectId: string }) {
  const dispatch = useDispatch();
  const [send, { isLoading }] = useSendCodeMutation();
  const run = async (requestType: string) => {
    const { error } = await send({ projectId, email, requestType });
    const message =
      error === undefined ? 'The code is in the list below the accounts.' : (error as StoredError).message;
    dispatch(toastAdded({ message, isError: error !== undefined }));
  };
  return (
    <div className="toolbar">
      <button
        type="button"
        className="button button-small"
        disabled={isLoading}
        onClick={() => run('PASSWORD_RESET')}
      >
        Create a reset code
      </button>
      <button
        type="button"
        className="button button-small"
        disabled={isLoading}
        onClick={() => run('VERIFY_EMAIL')}
      >
        Create a verification code
      </button>
    </div>
  );
}
