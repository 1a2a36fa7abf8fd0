import type { AccountConfig, FieldValue, SeedConfig } from '../config/define-config.ts';
import { serverUrl } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';
import type { DataPorts } from './stack-data.ts';

/**
 * Creates the configured accounts with their documents. Existing accounts are left unchanged, with
 * their documents.
 */
export async function createAccounts(
  { id, config }: Project,
  { auth, firestore }: DataPorts,
  { accounts = [] }: SeedConfig = config.seed ?? {},
): Promise<void> {
  if (auth === undefined) return;
  await Promise.all(
    accounts.map(async (account) => {
      const isNew = await createAccount(id, auth, account);
      if (isNew && firestore !== undefined) await writeDocuments(id, firestore, account);
    }),
  );
}

async function createAccount(projectId: string, port: number, account: AccountConfig): Promise<boolean> {
  const accounts = `${serverUrl(port)}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const { uid, email, password, displayName, claims = {} } = account;
  const created = await post('Auth', accounts, {
    localId: uid,
    email,
    password,
    displayName,
    emailVerified: true,
  });
  if (created.status === 400 && /DUPLICATE|EXISTS/.test(created.text)) return false;
  requireSuccess(created, `Creating ${email}`);
  const claimed = await post('Auth', `${accounts}:update`, {
    localId: uid,
    customAttributes: JSON.stringify(claims),
  });
  requireSuccess(claimed, `Setting the claims of ${email}`);
  return true;
}

async function writeDocuments(
  projectId: string,
  port: number,
  { email, documents = {} }: AccountConfig,
): Promise<void> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const writes = Object.entries(documents).map(([path, fields]) => ({
    update: { name: `${root}/${path}`, fields: mapFields(fields) },
  }));
  if (writes.length === 0) return;
  const response = await post('Firestore', `${serverUrl(port)}/v1/${root}:commit`, { writes });
  requireSuccess(response, `Writing the documents of ${email}`);
}

function mapFields(fields: Readonly<Record<string, FieldValue>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toRestValue(value)]));
}

/**
 * Encodes a value for Firestore's REST API: `{ stringValue: 'a' }`
 * (https://firebase.google.com/docs/firestore/reference/rest/v1/Value).
 */
export function toRestValue(value: FieldValue): Record<string, unknown> {
  if (value === null) return { nullValue: null };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toRestValue) } };
  return { mapValue: { fields: mapFields(value as Readonly<Record<string, FieldValue>>) } };
}

async function post(server: string, url: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetchServer(server, url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

function requireSuccess(response: { status: number; text: string }, operation: string): void {
  if (response.status >= 300)
    throw new UserError(
      `${operation} failed: ${response.text.slice(0, 300)}`,
      'Correct seed.accounts in savepoint.config.ts.',
    );
}
