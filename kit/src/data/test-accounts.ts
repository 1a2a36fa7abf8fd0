import { serverUrl } from '../config/environment.ts';
import { PROJECT_ID } from '../config/repository.ts';
import { UserError } from '../user-error.ts';

/** An account of the local Auth emulator. */
export interface TestAccount {
  readonly role: string;
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly claims: Readonly<Record<string, boolean>>;
}

/** The two accounts that every local stack has for signing in. */
export const TEST_ACCOUNTS: readonly TestAccount[] = [
  {
    role: 'shopper',
    uid: 'test-shopper',
    email: 'shopper@example.com',
    password: 'shopper-pass-1',
    displayName: 'Sam Shopper',
    claims: {},
  },
  {
    role: 'admin',
    uid: 'test-admin',
    email: 'admin@example.com',
    password: 'admin-pass-1',
    displayName: 'Ada Admin',
    claims: { admin: true },
  },
];

/** Creates the accounts and their user documents. An account that exists is left unchanged. */
export async function createTestAccounts(ports: { auth: number; firestore: number }): Promise<void> {
  await Promise.all(
    TEST_ACCOUNTS.map(async (account) => {
      if (await createAccount(ports.auth, account)) await createUserDocument(ports.firestore, account);
    }),
  );
}

async function createAccount(port: number, account: TestAccount): Promise<boolean> {
  const accounts = `${serverUrl(port)}/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts`;
  const { uid, email, password, displayName, claims } = account;
  const created = await post(accounts, { localId: uid, email, password, displayName, emailVerified: true });
  if (created.status === 400 && /DUPLICATE|EXISTS/.test(created.text)) return false;
  requireSuccess(created, `Creating ${email}`);
  const claimed = await post(`${accounts}:update`, {
    localId: uid,
    customAttributes: JSON.stringify(claims),
  });
  requireSuccess(claimed, `Setting the claims of ${email}`);
  return true;
}

/** Writes the document that registering in the shop would have written. */
async function createUserDocument(port: number, account: TestAccount): Promise<void> {
  const now = new Date().toISOString();
  const documents = `projects/${PROJECT_ID}/databases/(default)/documents`;
  const emptyList = { arrayValue: { values: [] } };
  const response = await post(`${serverUrl(port)}/v1/${documents}:commit`, {
    writes: [
      {
        update: {
          name: `${documents}/users/${account.uid}`,
          fields: {
            uid: { stringValue: account.uid },
            email: { stringValue: account.email },
            displayName: { stringValue: account.displayName },
            createdAt: { timestampValue: now },
            updatedAt: { timestampValue: now },
            cart: emptyList,
            orders: emptyList,
            wishlist: emptyList,
          },
        },
      },
    ],
  });
  requireSuccess(response, `Writing users/${account.uid}`);
}

async function post(url: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

function requireSuccess(response: { status: number; text: string }, operation: string): void {
  if (response.status >= 300)
    throw new UserError(`${operation} failed: ${response.text.slice(0, 300)}`, 'Report this as a bug.');
}
