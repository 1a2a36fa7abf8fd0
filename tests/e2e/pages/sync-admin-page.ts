import type { Locator } from '@playwright/test';
import type { ShopAccount } from '../accounts.ts';
import { AdminPage } from './admin-page.ts';

export class SyncAdminPage extends AdminPage {
  get progress(): Locator {
    return this.page.getByRole('progressbar', { name: 'Sync in progress' });
  }

  /** A run in the history; 0 is the newest. */
  run(index: number): Locator {
    return this.list('Syncs').locator(':scope > li').nth(index);
  }
}

/** Calls the control API of the Shopify emulator. */
export async function controlShopifyEmulator(method: string, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${process.env.SAVEPOINT_SHOPIFY_URL}/_savepoint${path}`, {
    method,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

interface StoredDocument {
  readonly name: string;
  readonly fields: Readonly<Record<string, { readonly stringValue?: string } | undefined>>;
}

async function listDocuments(collection: string): Promise<StoredDocument[]> {
  const documents = `projects/${process.env.SAVEPOINT_PROJECT_ID}/databases/(default)/documents`;
  const response = await fetch(
    `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documents}/${collection}?pageSize=300`,
    { headers: { authorization: 'Bearer owner' } },
  );
  return ((await response.json()) as { documents?: StoredDocument[] }).documents ?? [];
}

/** '<id> <name>' of each product that shoppers see: the synced ones, or all if none is synced. */
export async function visibleProducts(): Promise<string[]> {
  const active = (await listDocuments('products')).filter(
    ({ fields }) => (fields.status?.stringValue ?? 'active') === 'active',
  );
  const synced = active.filter(({ fields }) => fields.source?.stringValue === 'shopify');
  return (synced.length > 0 ? synced : active)
    .map(({ name, fields }) => `${name.split('/').at(-1)} ${fields.name?.stringValue}`)
    .sort();
}

/** Undoes every applied sync, newest first, with the callable that admins use. */
export async function undoAllSyncs({ email, password }: ShopAccount): Promise<void> {
  const signIn = await fetch(
    `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  const { idToken } = (await signIn.json()) as { idToken: string };
  const runs = (await listDocuments('syncs'))
    .filter(({ fields }) => fields.status?.stringValue === 'applied')
    .sort((a, b) =>
      (a.fields.startedAt?.stringValue ?? '') < (b.fields.startedAt?.stringValue ?? '') ? 1 : -1,
    );
  for (const { name } of runs) {
    const response = await fetch(`${process.env.SAVEPOINT_FUNCTIONS_URL}/undoSync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ data: { syncId: name.split('/').at(-1) } }),
    });
    if (!response.ok) throw new Error(`Undo answered ${response.status}: ${await response.text()}`);
  }
}
