// Owns how tests reach the desk's sync page, and the platform behind it: its stand-in's controls, and taking back whatever
// syncs a test left applied, so that the samples are what all shoppers see again.
import type { Locator } from '@playwright/test';
import type { ShopAccount } from '../accounts.ts';
import { Desk } from './desk.ts';

export class SyncDesk extends Desk {
  get progress(): Locator {
    return this.page.getByRole('progressbar', { name: 'Sync in progress' });
  }

  /** A run in the history; 0 is the newest. */
  run(index: number): Locator {
    return this.list('Syncs').locator(':scope > li').nth(index);
  }
}

/** Asks the platform stand-in's control API. */
export async function platform(method: string, path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${process.env.SAVEPOINT_SHOPIFY_URL}/_savepoint${path}`, {
    method,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

interface Found {
  readonly name: string;
  readonly fields: Readonly<Record<string, { readonly stringValue?: string } | undefined>>;
}

async function all(collection: string): Promise<Found[]> {
  const documents = `projects/${process.env.SAVEPOINT_PROJECT_ID}/databases/(default)/documents`;
  const answer = await fetch(
    `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documents}/${collection}?pageSize=300`,
    { headers: { authorization: 'Bearer owner' } },
  );
  return ((await answer.json()) as { documents?: Found[] }).documents ?? [];
}

/** 'id name price' of what shoppers are shown: synced products, or, when there are none, all. */
export async function visibleProducts(): Promise<string[]> {
  const active = (await all('products')).filter(
    ({ fields }) => (fields.status?.stringValue ?? 'active') === 'active',
  );
  const synced = active.filter(({ fields }) => fields.source?.stringValue === 'shopify');
  return (synced.length > 0 ? synced : active)
    .map(({ name, fields }) => `${name.split('/').at(-1)} ${fields.name?.stringValue}`)
    .sort();
}

/** Undoes every sync that is still applied, newest first, as an admin would. */
export async function undoAll({ email, password }: ShopAccount): Promise<void> {
  const signIn = await fetch(
    `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  const { idToken } = (await signIn.json()) as { idToken: string };
  const runs = (await all('syncs'))
    .filter(({ fields }) => fields.status?.stringValue === 'applied')
    .sort((a, b) =>
      (a.fields.startedAt?.stringValue ?? '') < (b.fields.startedAt?.stringValue ?? '') ? 1 : -1,
    );
  for (const { name } of runs) {
    const answer = await fetch(`${process.env.SAVEPOINT_FUNCTIONS_URL}/undoSync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ data: { syncId: name.split('/').at(-1) } }),
    });
    if (!answer.ok) throw new Error(`Undo answered ${answer.status}: ${await answer.text()}`);
  }
}
