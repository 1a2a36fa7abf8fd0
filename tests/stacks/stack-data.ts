// Documents and accounts of a stack over REST, as an administrator.
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';

/** Calls an emulator as an administrator. */
export async function call(
  url: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

function collectionUrl({ addresses }: CreatedStack, projectId: string): string {
  return `http://${addresses.firestore}/v1/projects/${projectId}/databases/(default)/documents/probes`;
}

/** Adds a document to the collection `probes`. */
export async function addDocument(stack: CreatedStack, projectId: string, id: string): Promise<void> {
  await call(`${collectionUrl(stack, projectId)}?documentId=${id}`, { fields: { id: { stringValue: id } } });
}

/** The ids of the documents in `probes`. */
export async function documentIds(stack: CreatedStack, projectId: string): Promise<string[]> {
  const { documents = [] } = (await call(collectionUrl(stack, projectId))) as {
    documents?: { name: string }[];
  };
  return documents.map(({ name }) => name.slice(name.lastIndexOf('/') + 1));
}

function accountsUrl({ addresses, projectId }: CreatedStack): string {
  return `http://${addresses.auth}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
}

/** Adds an account to the project of the stack. */
export async function addAccount(stack: CreatedStack, email: string): Promise<void> {
  await call(accountsUrl(stack), { email, password: 'password-1' });
}

/** How many accounts the project of the stack has. */
export async function countAccounts(stack: CreatedStack): Promise<number> {
  const { users = [] } = (await call(`${accountsUrl(stack)}:batchGet?maxResults=100`)) as {
    users?: unknown[];
  };
  return users.length;
}

/** A tenant of the project of the stack with one account; resolves with its id. */
export async function addTenant(
  { addresses, projectId }: CreatedStack,
  displayName: string,
): Promise<string> {
  const base = `http://${addresses.auth}/identitytoolkit.googleapis.com`;
  const settings = { displayName, allowPasswordSignup: true };
  const tenant = await call(`${base}/v2/projects/${projectId}/tenants`, settings);
  const { tenantId } = tenant as { tenantId: string };
  await call(`${base}/v1/projects/${projectId}/tenants/${tenantId}/accounts`, { email: 'of@tenant.example' });
  return tenantId;
}

/** The names of all tenants, each with the emails of its accounts. */
export async function tenantsOf({ addresses, projectId }: CreatedStack): Promise<[string, string[]][]> {
  const base = `http://${addresses.auth}/identitytoolkit.googleapis.com`;
  const { tenants } = (await call(`${base}/v2/projects/${projectId}/tenants`)) as {
    tenants: { tenantId: string; displayName: string }[];
  };
  return Promise.all(
    tenants.map(async ({ tenantId, displayName }): Promise<[string, string[]]> => {
      const accounts = `${base}/v1/projects/${projectId}/tenants/${tenantId}/accounts:batchGet?maxResults=100`;
      const { users = [] } = (await call(accounts)) as { users?: { email: string }[] };
      return [displayName, users.map(({ email }) => email)];
    }),
  );
}
