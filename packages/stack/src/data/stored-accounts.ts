// Exports, imports and deletes the accounts of a project and its tenants through the Identity
// Toolkit API.
import { serverUrl } from '../config/environment.ts';
import { UserError } from '../user-error.ts';
import { batchesOf } from './batches.ts';
import { callServer } from './call-server.ts';

/**
 * A request may contain 1,000 accounts
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchCreate).
 */
const CREATE_LIMITS = { items: 1000, bytes: 4 * 1024 * 1024 };
const TENANTS_PER_PAGE = 1000;

/** An account in the form that `accounts:batchCreate` of the Identity Toolkit API accepts. */
type StoredAccount = Readonly<Record<string, unknown>>;

/** A tenant of Identity Platform with its accounts. */
interface StoredTenant {
  /** Its resource name and its sign-in settings. */
  readonly settings: Readonly<Record<string, unknown>> & { readonly tenantId: string };
  readonly accounts: readonly StoredAccount[];
}

export interface StoredAccounts {
  /** Accounts that belong to no tenant. */
  readonly accounts: readonly StoredAccount[];
  readonly tenants: readonly StoredTenant[];
}

/** Reads the accounts of a project and its tenants. */
export async function exportAccounts(port: number, project: string): Promise<StoredAccounts> {
  const tenants: StoredTenant[] = [];
  for (const settings of await listTenants(port, project)) {
    tenants.push({ settings, accounts: await readAccounts(port, project, settings.tenantId) });
  }
  return { accounts: await readAccounts(port, project), tenants };
}

/**
 * A tenant whose sign-in is disabled responds with an error, so its accounts are read through the
 * project.
 */
async function readAccounts(port: number, project: string, tenantId?: string): Promise<StoredAccount[]> {
  // In the emulator, -1 stands for all.
  const query = new URLSearchParams({ maxResults: '-1', ...(tenantId !== undefined && { tenantId }) });
  const url = `${accountsUrl(port, project)}:batchGet?${query}`;
  const { users = [] } = (await callServer('Auth', 'GET', url)) as { users?: StoredAccount[] };
  return users;
}

async function listTenants(port: number, project: string): Promise<StoredTenant['settings'][]> {
  const found: StoredTenant['settings'][] = [];
  for (let page: string | undefined = ''; page !== undefined; ) {
    const query = new URLSearchParams({
      pageSize: String(TENANTS_PER_PAGE),
      ...(page && { pageToken: page }),
    });
    const { tenants = [], nextPageToken } = (await callServer(
      'Auth',
      'GET',
      `${tenantsUrl(port, project)}?${query}`,
    )) as { tenants?: StoredTenant['settings'][]; nextPageToken?: string };
    found.push(...tenants);
    page = nextPageToken;
  }
  return found;
}

/**
 * Creates the accounts and tenants, replacing accounts with the same id.
 * @throws UserError when one is rejected
 */
export async function importAccounts(
  port: number,
  project: string,
  { accounts, tenants }: StoredAccounts,
): Promise<void> {
  await createAll(accountsUrl(port, project), accounts);
  for (const { settings, accounts: ofTenant } of tenants) {
    // The emulator creates a tenant on the first request that names it. The settings come last
    // because they may disable sign-in.
    await createAll(accountsUrl(port, project, settings.tenantId), ofTenant);
    await callServer('Auth', 'PATCH', `${tenantsUrl(port, project)}/${settings.tenantId}`, settings);
  }
}

async function createAll(url: string, accounts: readonly StoredAccount[]): Promise<void> {
  for (const users of batchesOf(accounts, CREATE_LIMITS)) {
    // The response is 200 even if accounts are rejected.
    const { error = [] } = (await callServer('Auth', 'POST', `${url}:batchCreate`, {
      users,
      allowOverwrite: true,
    })) as {
      error?: { index: number; message: string }[];
    };
    const [first] = error;
    if (first !== undefined) {
      const rejected = users[first.index];
      throw new UserError(`The account ${rejected?.localId} was rejected: ${first.message}`);
    }
  }
}

/** Deletes all accounts and tenants of a project. */
export async function clearAccounts(port: number, project: string): Promise<void> {
  for (const { tenantId } of await listTenants(port, project)) {
    await callServer('Auth', 'DELETE', `${tenantsUrl(port, project)}/${tenantId}`);
  }
  await callServer('Auth', 'DELETE', `${serverUrl(port)}/emulator/v1/projects/${project}/accounts`);
}

function accountsUrl(port: number, project: string, tenant?: string): string {
  const parent = `${serverUrl(port)}/identitytoolkit.googleapis.com/v1/projects/${project}`;
  return tenant === undefined ? `${parent}/accounts` : `${parent}/tenants/${tenant}/accounts`;
}

function tenantsUrl(port: number, project: string): string {
  return `${serverUrl(port)}/identitytoolkit.googleapis.com/v2/projects/${project}/tenants`;
}
