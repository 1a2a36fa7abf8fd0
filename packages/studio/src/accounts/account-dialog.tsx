import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { StoredError } from '../api/stack-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import {
  type Account,
  type AccountsOwner,
  useCreateAccountMutation,
  useSendCodeMutation,
  useUpdateAccountMutation,
} from './accounts-endpoints.ts';

/** Firebase rejects claims with more characters. */
const MAX_CLAIMS_LENGTH = 1000;
/**
 * Claims that every token contains or that OpenID Connect defines
 * (https://firebase.google.com/docs/auth/admin/create-custom-tokens#create_custom_tokens_using_the_firebase_admin_sdk).
 */
const RESERVED_CLAIMS: ReadonlySet<string> = new Set([
  ...['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'cnf', 'c_hash'],
  ...['exp', 'firebase', 'iat', 'iss', 'jti', 'nbf', 'nonce', 'sub'],
]);
/** Ids of the built-in providers of the Identity Toolkit API. */
const PASSWORD = 'password';
const PHONE = 'phone';

interface AccountDialogProps {
  /** Undefined for a new account. */
  readonly account: Account | undefined;
  readonly owner: AccountsOwner;
  readonly onClose: () => void;
}

/** Validates a text as custom claims. Returns undefined if it is valid. */
export function findClaimsProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  if (text.length > MAX_CLAIMS_LENGTH) return `Claims have at most ${MAX_CLAIMS_LENGTH} characters.`;
  try {
    const claims = JSON.parse(text);
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) {
      const reserved = Object.keys(claims).filter((name) => RESERVED_CLAIMS.has(name));
      return reserved.length === 0
        ? undefined
        : `Firebase reserves the claims it sets itself: choose another name for ${reserved.map((name) => `"${name}"`).join(', ')}.`;
    }
  } catch (error) {
    return `The claims are not JSON: ${(error as Error).message}`;
  }
  return 'Claims are a JSON object, such as {"role": "owner"}.';
}

/** Creates or edits an account. */
export function AccountDialog({ account, owner, onClose }: AccountDialogProps) {
  const dispatch = useDispatch();
  const [create, creating] = useCreateAccountMutation();
  const [update, updating] = useUpdateAccountMutation();
  const [email, setEmail] = useState(account?.email ?? '');
  const [displayName, setDisplayName] = useState(account?.displayName ?? '');
  const [phoneNumber, setPhoneNumber] = useState(account?.phoneNumber ?? '');
  const [password, setPassword] = useState('');
  const [unlinked, setUnlinked] = useState<readonly string[]>([]);
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
      ...(phoneNumber === '' ? {} : { phoneNumber }),
      ...(password === '' ? {} : { password }),
    };
    // A phone number is removed together with its provider.
    const isPhoneRemoved = phoneNumber === '' && account?.phoneNumber !== undefined;
    const deleteProvider = isPhoneRemoved ? [...unlinked, PHONE] : unlinked;
    let localId = account?.localId;
    if (localId === undefined) {
      const created = await create({ owner, fields });
      if (created.error !== undefined) return setProblem((created.error as StoredError).message);
      localId = created.data.localId;
    }
    const customAttributes = claims.trim() === '' ? '{}' : claims;
    const { error } = await update({
      owner,
      fields: {
        ...fields,
        ...{ localId, customAttributes },
        ...(deleteProvider.length === 0 ? {} : { deleteProvider }),
      } as { localId: string },
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
          required={account?.email !== undefined}
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
        Phone number
        <input
          type="tel"
          value={phoneNumber}
          pattern="\+[0-9]{7,15}"
          title="+ and 7 to 15 digits"
          placeholder="+15551234567"
          onChange={(event) => setPhoneNumber(event.target.value)}
          autoComplete="off"
        />
      </label>
      <label className="field">
        {account === undefined ? 'Password' : 'New password'}
        <input value={password} onChange={(event) => setPassword(event.target.value)} autoComplete="off" />
        <small>
          At least six characters{account === undefined ? '' : '; leave it empty to keep the password'}.
        </small>
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
      <Providers account={account} unlinked={unlinked} onChange={setUnlinked} />
      {account?.email === undefined ? null : <CodeButtons email={account.email} owner={owner} />}
      {(claimsProblem ?? problem) === undefined ? null : (
        <p className="problem" role="alert">
          {claimsProblem ?? problem}
        </p>
      )}
    </Dialog>
  );
}

interface ProvidersProps {
  readonly account: Account | undefined;
  readonly unlinked: readonly string[];
  readonly onChange: (unlinked: readonly string[]) => void;
}

/**
 * The providers of an account, except the phone, which has its own field. Unchecked providers are
 * unlinked when the account is saved.
 */
function Providers({ account, unlinked, onChange }: ProvidersProps) {
  const providers = account?.providerUserInfo?.filter(({ providerId }) => providerId !== PHONE) ?? [];
  if (providers.length === 0) return null;
  return (
    <fieldset className="providers">
      <legend>Providers</legend>
      {providers.map(({ providerId, email, displayName, rawId }) => (
        <label key={providerId} className="check">
          <input
            type="checkbox"
            checked={!unlinked.includes(providerId)}
            onChange={({ target: { checked } }) =>
              onChange(checked ? unlinked.filter((each) => each !== providerId) : [...unlinked, providerId])
            }
          />
          {providerId} <span className="muted">{email ?? displayName ?? rawId}</span>
        </label>
      ))}
      <small>
        {unlinked.includes(PASSWORD)
          ? 'Without the password, the account has no email address.'
          : 'A provider without its check mark is unlinked.'}
      </small>
    </fieldset>
  );
}

/** Creates the codes of emails without sending them. */
function CodeButtons({ email, owner }: { email: string; owner: AccountsOwner }) {
  const dispatch = useDispatch();
  const [send, { isLoading }] = useSendCodeMutation();
  const run = async (requestType: string) => {
    const { error } = await send({ owner, email, requestType });
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
