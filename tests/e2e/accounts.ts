import { randomUUID } from 'node:crypto';

export interface ShopAccount {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

/** Creates an account with a user record in the emulators, like the register page but faster. */
export async function createAccount(
  claims: Readonly<Record<string, boolean | string>>,
  displayName = 'Erin Endtoend',
): Promise<ShopAccount> {
  const uid = `e2e-${randomUUID()}`;
  const account = {
    uid,
    email: `${uid}@example.com`,
    password: 'e2e-pass-1',
    displayName,
  };
  const project = process.env.SAVEPOINT_PROJECT_ID;
  const accounts = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`;
  await post(accounts, { ...account, uid: undefined, localId: uid, emailVerified: true });
  await post(`${accounts}:update`, { localId: uid, customAttributes: JSON.stringify(claims) });
  await writeUserRecord(account);
  return account;
}

async function writeUserRecord({ uid, email, displayName }: ShopAccount): Promise<void> {
  const documents = `projects/${process.env.SAVEPOINT_PROJECT_ID}/databases/(default)/documents`;
  const now = { timestampValue: new Date().toISOString() };
  const emptyList = { arrayValue: {} };
  await post(`http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documents}:commit`, {
    writes: [
      {
        update: {
          name: `${documents}/users/${uid}`,
          fields: {
            uid: { stringValue: uid },
            email: { stringValue: email },
            displayName: { stringValue: displayName },
            ...{ createdAt: now, updatedAt: now },
            ...{ cart: emptyList, orders: emptyList, wishlist: emptyList },
          },
        },
      },
    ],
  });
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

/** Deletes an account while its session is still open in a browser. */
export async function deleteAccount({ uid }: ShopAccount): Promise<void> {
  const project = process.env.SAVEPOINT_PROJECT_ID;
  const auth = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  await post(`${auth}/projects/${project}/accounts:delete`, { localId: uid });
}
