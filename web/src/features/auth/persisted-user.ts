// Owns the answer to "was somebody signed in here?" without the identity SDK: it reads what the SDK itself keeps in
// IndexedDB. Signed-out visitors then never download the SDK, and signed-in ones see their page before it has come.
// Format: firebase-js-sdk, packages/auth/src/platform_browser/persistence/indexed_db.ts.
import type { SessionUser } from '../../session/session-slice.ts';

const DATABASE = 'firebaseLocalStorageDb';
const STORE = 'firebaseLocalStorage';
const KEY_PREFIX = 'firebase:authUser:';

interface PersistedUser {
  readonly uid?: unknown;
  readonly email?: unknown;
  readonly displayName?: unknown;
  readonly photoURL?: unknown;
  readonly stsTokenManager?: { readonly accessToken?: unknown };
}

/** The claims of a token, unverified: good for hints on the screen only. */
export function claimsOf(token: unknown): Record<string, unknown> {
  if (typeof token !== 'string') return {};
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What the SDK persisted, as a session user; undefined when it is not whole. */
export function toSessionUser(persisted: PersistedUser | undefined): SessionUser | undefined {
  if (typeof persisted?.uid !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const photoURL = text(persisted.photoURL);
  return {
    uid: persisted.uid,
    email: text(persisted.email),
    displayName: text(persisted.displayName),
    ...(photoURL && { photoURL }),
    isAdmin: claimsOf(persisted.stsTokenManager?.accessToken).admin === true,
  };
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(DATABASE);
    // Not there yet: creating it is the SDK's business.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
}

/** The user the SDK will find when it starts; undefined when there is none or it cannot be told. */
export async function readPersistedUser(): Promise<SessionUser | undefined> {
  try {
    const database = await open();
    if (database === undefined) return undefined;
    try {
      if (!database.objectStoreNames.contains(STORE)) return undefined;
      const entries = await new Promise<{ fbase_key?: string; value?: PersistedUser }[]>(
        (resolve, reject) => {
          const request = database.transaction(STORE).objectStore(STORE).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        },
      );
      return toSessionUser(entries.find(({ fbase_key: key }) => key?.startsWith(KEY_PREFIX))?.value);
    } finally {
      database.close();
    }
  } catch (cause) {
    console.warn('Could not tell whether somebody is signed in; asking the identity service.', cause);
    return undefined;
  }
}
