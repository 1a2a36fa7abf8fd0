import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Stack, StoredError } from '../api/stack-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { useSearchParams } from '../navigation/navigation.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { AccountDialog } from './account-dialog.tsx';
import {
  type Account,
  type AccountsOwner,
  useDeleteAccountMutation,
  useGetAccountsInfiniteQuery,
  useGetCodesQuery,
  useGetTenantsQuery,
  useUpdateAccountMutation,
} from './accounts-endpoints.ts';
import { CodeList } from './code-list.tsx';
import './accounts.css';

const REFRESH_MS = 4000;

/** The project's accounts, and the codes that emails and text messages would have contained. */
export default function AccountsPage({ stack }: { stack: Stack }) {
  const { projectId } = stack;
  const [params, change] = useSearchParams();
  const owner = { projectId, tenantId: params.get('tenant') ?? '' };
  const [deleting, setDeleting] = useState<Account>();
  const options = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useGetAccountsInfiniteQuery(owner, options);
  const { data: codes = [] } = useGetCodesQuery(owner, options);
  const { data: tenants = [] } = useGetTenantsQuery(projectId, options);
  const text = params.get('q')?.toLowerCase() ?? '';
  const accounts = data?.pages.flatMap((page) => page.accounts) ?? [];
  const shown = accounts.filter((account) =>
    [account.localId, account.email, account.displayName, account.phoneNumber, account.customAttributes].some(
      (each) => each?.toLowerCase().includes(text),
    ),
  );
  const edited = accounts.find(({ localId }) => localId === params.get('account'));
  const isCreating = params.get('new') !== null;
  return (
    <div className="page">
      <div className="page-head accounts-head">
        <h1>Accounts</h1>
        <input
          type="search"
          value={params.get('q') ?? ''}
          placeholder="Email, name, uid or claim"
          aria-label="Search accounts"
          onChange={(event) => change({ q: event.target.value })}
        />
        {tenants.length === 0 ? null : (
          <select
            value={owner.tenantId}
            aria-label="Tenant"
            onChange={(event) => change({ tenant: event.target.value, account: null })}
          >
            <option value="">No tenant</option>
            {tenants.map(({ tenantId, displayName }) => (
              <option key={tenantId} value={tenantId}>
                {displayName === undefined ? tenantId : `${displayName} (${tenantId})`}
              </option>
            ))}
          </select>
        )}
        <button type="button" className="button button-primary" onClick={() => change({ new: '1' })}>
          <Icon name="add" /> New account
        </button>
      </div>
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading what="accounts" />
      ) : shown.length === 0 ? (
        <Empty title={accounts.length === 0 ? 'No accounts yet' : 'No such account'}>
          {accounts.length === 0
            ? 'Create one, or register in the app.'
            : 'Among the accounts that are loaded.'}
        </Empty>
      ) : (
        <table className="table accounts">
          <thead>
            <tr>
              <th scope="col">Account and providers</th>
              <th scope="col">Claims</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((account) => (
              <AccountRow
                key={account.localId}
                account={account}
                owner={owner}
                // The app would have to request a tenant's custom token itself.
                app={owner.tenantId === '' ? stack.app : null}
                onEdit={() => change({ account: account.localId })}
                onDelete={() => setDeleting(account)}
              />
            ))}
          </tbody>
        </table>
      )}
      <ShowMore {...{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
      <CodeList codes={codes} />
      {edited !== undefined || isCreating ? (
        <AccountDialog
          key={edited?.localId ?? 'new'}
          account={edited}
          owner={owner}
          onClose={() => change({ account: null, new: null })}
        />
      ) : null}
      {deleting === undefined ? null : (
        <DeleteDialog account={deleting} owner={owner} onClose={() => setDeleting(undefined)} />
      )}
    </div>
  );
}

interface RowProps {
  readonly account: Account;
  readonly owner: AccountsOwner;
  readonly app: Stack['app'];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function AccountRow({ account, owner, app, onEdit, onDelete }: RowProps) {
  const dispatch = useDispatch();
  const [update, { isLoading }] = useUpdateAccountMutation();
  const {
    localId,
    email,
    phoneNumber,
    displayName,
    disabled = false,
    customAttributes,
    providerUserInfo = [],
  } = account;
  const label = email ?? phoneNumber ?? displayName ?? localId;
  const claims = customAttributes === undefined || customAttributes === '{}' ? '' : customAttributes;
  const toggle = async () => {
    const { error } = await update({
      owner,
      fields: { localId, disableUser: !disabled } as { localId: string },
    });
    if (error !== undefined) dispatch(toastAdded({ message: (error as StoredError).message, isError: true }));
  };
  return (
    <tr>
      <td>
        <div className="account-label">{label}</div>
        <div className="muted">
          <span className="path">{localId}</span>
          {providerUserInfo.map(({ providerId }) => ` · ${providerId}`)}
        </div>
      </td>
      <td data-label="Claims">
        {claims === '' ? <span className="muted">none</span> : <code>{claims}</code>}
      </td>
      <td>
        <span className={disabled ? 'badge badge-bad' : 'badge'}>{disabled ? 'disabled' : 'enabled'}</span>{' '}
        {account.emailVerified ? <span className="badge badge-good">verified</span> : null}
      </td>
      <td className="row-actions">
        {app === null || disabled ? null : (
          <a
            className="button button-small"
            href={app.signInUrl + encodeURIComponent(JSON.stringify({ uid: localId }))}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${app.label} as ${label} in a new tab`}
          >
            Open {app.label}
          </a>
        )}
        <button type="button" className="button button-small" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={isLoading}
          aria-label={`${disabled ? 'Enable' : 'Disable'} ${label}`}
          onClick={toggle}
        >
          {disabled ? 'Enable' : 'Disable'}
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={`Delete ${label}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </td>
    </tr>
  );
}

interface DeleteProps {
  readonly account: Account;
  readonly owner: AccountsOwner;
  readonly onClose: () => void;
}

function DeleteDialog({ account, owner, onClose }: DeleteProps) {
  const dispatch = useDispatch();
  const [remove, { isLoading }] = useDeleteAccountMutation();
  const label = account.email ?? account.localId;
  return (
    <Dialog
      title={`Delete ${label}?`}
      submitLabel="Delete"
      isDangerous
      isBusy={isLoading}
      onClose={onClose}
      onSubmit={async () => {
        const { error } = await remove({ owner, localId: account.localId });
        const message = error === undefined ? `Deleted ${label}.` : (error as StoredError).message;
        dispatch(toastAdded({ message, isError: error !== undefined }));
        onClose();
      }}
    >
      <p>The account is deleted with its password, providers and claims. Its documents stay.</p>
    </Dialog>
  );
}
