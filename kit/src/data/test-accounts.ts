// Owns the two accounts that a local stack offers for signing in. They exist in the Auth emulator only.

import { serverUrl } from '../config/environment.ts';
import { PROJECT_ID } from '../config/repository.ts';
import { UserError } from '../user-error.ts';

export interface TestAccount {
  readonly role: string;
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly claims: Readonly<Record<string, boolean>>;
}

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

/** Creates the accounts and their user records; an account that exists already is left alone. */
export async function createTestAccounts(ports: { auth: number; firestore: number }): Promise<void> {
  await Promise.all(
    TEST_ACCOUNTS.map(async (account) => {
      if (await createAccount(ports.auth, account)) await createUserRecord(ports.firestore, account);
    }),
  );
}

async function createAccount(port: number, account: TestAccount): Promise<boolean> {
  const accounts = `${serverUrl(port)}/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts`;
  const { uid, email, password, displayName, claims } = account;
  const created = await post(accounts, { localId: uid, email, password, displayName, emailVerified: true });
  if (created.status === 400 && /DUPLICATE|EXISTS/.test(created.text)) return false;
  requireSuccess(created, `creating ${email}`);
  const claimed = await post(`${accounts}:update`, {
    localId: uid,
    customAttributes: JSON.stringify(claims),
  });
  requireSuccess(claimed, `giving ${email} its claims`);
  return true;
}

/** The record that registering in the shop would have written. */
async function createUserRecord(port: number, account: TestAccount): Promise<void> {
  const now = new Date().toISOString();
  const documents = `projects/${PROJECT_ID}/databases/(default)/documents`;
  const emptyList = { arrayValue: { values: [] } };
  const answer = await post(`${serverUrl(port)}/v1/${documents}:commit`, {
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
  requireSuccess(answer, `writing users/${account.uid}`);
}

async function post(url: string, body: unknown): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

function requireSuccess(answer: { status: number; text: string }, doing: string): void {
  if (answer.status >= 300)
    throw new UserError(`${doing} failed: ${answer.text.slice(0, 300)}`, 'Report this as a bug.');
}
