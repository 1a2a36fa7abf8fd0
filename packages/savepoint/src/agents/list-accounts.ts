import { exportAccounts } from 'savepoint-stack/data/stored-accounts';

/** The account fields that an agent needs, without password hashes. */
interface ListedAccount {
  readonly uid: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly displayName?: string;
  readonly claims?: unknown;
  readonly providers?: readonly string[];
  readonly disabled?: true;
  readonly tenant?: string;
}

interface AccountQuery {
  /** A substring of the uid, the email or the name, case-insensitive. */
  readonly text?: string | undefined;
  readonly limit: number;
}

type Stored = Readonly<Record<string, unknown>>;

/** Lists the accounts of a project and its tenants. `total` counts all matches. */
export async function listAccounts(
  port: number,
  projectId: string,
  { text = '', limit }: AccountQuery,
): Promise<{ readonly accounts: readonly ListedAccount[]; readonly total: number }> {
  const { accounts, tenants } = await exportAccounts(port, projectId);
  const listed = [
    ...accounts.map((account) => describe(account)),
    ...tenants.flatMap((tenant) => tenant.accounts.map((each) => describe(each, tenant.settings.tenantId))),
  ];
  const matching = listed.filter(({ uid, email = '', displayName = '' }) =>
    [uid, email, displayName].some((each) => each.toLowerCase().includes(text.toLowerCase())),
  );
  return { accounts: matching.slice(0, limit), total: matching.length };
}

function describe(account: Stored, tenant?: string): ListedAccount {
  const providers = (account.providerUserInfo ?? []) as readonly { providerId: string }[];
  const claims = JSON.parse((account.customAttributes as string | undefined) || '{}') as object;
  return {
    uid: account.localId as string,
    ...pick(account, 'email', 'phoneNumber', 'displayName'),
    ...(Object.keys(claims).length > 0 && { claims }),
    ...(providers.length > 0 && { providers: providers.map(({ providerId }) => providerId) }),
    ...(account.disabled === true && { disabled: true as const }),
    ...(tenant !== undefined && { tenant }),
  };
}

function pick(account: Stored, ...names: readonly string[]): object {
  return Object.fromEntries(
    names.filter((name) => account[name] !== undefined).map((name) => [name, account[name]]),
  );
}
