// Reads the user persisted by the Firebase Auth SDK without loading the SDK: signed-out visitors
// never download it, and signed-in shoppers see their pages before it has loaded. Only a record
// that is certain to be understood counts; for everything else, 'unknown', the SDK decides. Format:
// firebase-js-sdk, packages/auth/src/core/persistence/persistence_user_manager.ts and
// platform_browser/persistence/{indexed_db,local_storage}.ts.
import { roleOf } from '@savepoint/model/roles';
import type { SessionUser } from '../../session/session-slice.ts';
import { emailProviderOf } from './email-provider.ts';

const DATABASE = 'firebaseLocalStorageDb';
export const STORE = 'firebaseLocalStorage';
/** `firebase:authUser:<api key>:<app name>`, in both IndexedDB and local storage. */
const KEY_PREFIX = 'firebase:authUser:';

/** The session as far as it is known without the SDK. */
export type PersistedSession =
  | { readonly status: 'signed-in'; readonly user: SessionUser }
  | { readonly status: 'signed-out'; readonly user?: undefined }
  /** Storage could not be read, or holds a record that only the SDK may understand. */
  | { readonly status: 'unknown'; readonly user?: undefined };

/** The fields of the SDK's UserInternal.toJSON() that a session needs. */
interface PersistedUser {
  readonly uid?: unknown;
  readonly email?: unknown;
  readonly displayName?: unknown;
  readonly photoURL?: unknown;
  readonly providerData?: unknown;
  readonly stsTokenManager?: { readonly accessToken?: unknown };
}

/**
 * The claims of a JWT without verifying it: only for hints on the screen. Empty for a malformed
 * token.
 */
export function claimsOf(token: unknown): Record<string, unknown> {
  if (typeof token !== 'string') return {};
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * Converts a persisted record to a session user; undefined if it does not have the SDK's format.
 */
export function toSessionUser(record: unknown): SessionUser | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const { uid, email, displayName, photoURL, providerData, stsTokenManager } = record as PersistedUser;
  const isText = (value: unknown): value is string | null | undefined =>
    value === undefined || value === null || typeof value === 'string';
  if (typeof uid !== 'string' || uid === '') return undefined;
  if (typeof stsTokenManager?.accessToken !== 'string') return undefined;
  if (!isText(email) || !isText(displayName) || !isText(photoURL)) return undefined;
  const role = roleOf(claimsOf(stsTokenManager.accessToken));
  const emailProvider = emailProviderOf(providerData);
  return {
    uid,
    email: email ?? '',
    displayName: displayName ?? '',
    ...(photoURL && { photoURL }),
    ...(role && { role }),
    ...(emailProvider !== undefined && { emailProvider }),
  };
}

/**
 * Opens the SDK's database; undefined if the SDK has never created it. Rejects if IndexedDB
 * refuses.
 */
export function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE);
    let isMissing = false;
    request.onupgradeneeded = () => {
      // The SDK creates it.
      isMissing = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => (isMissing ? resolve(undefined) : reject(request.error));
    request.onblocked = () => reject(new Error(`The database '${DATABASE}' is blocked.`));
  });
}

/** The user records in IndexedDB. Rejects if they cannot be read. */
async function readIndexedDb(): Promise<unknown[]> {
  const database = await openDatabase();
  if (database === undefined) return [];
  try {
    if (!database.objectStoreNames.contains(STORE)) return [];
    const entries = await new Promise<{ fbase_key?: unknown; value?: unknown }[]>((resolve, reject) => {
      const request = database.transaction(STORE).objectStore(STORE).getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return entries.flatMap(({ fbase_key: key, value }) =>
      String(key).startsWith(KEY_PREFIX) ? [value] : [],
    );
  } finally {
    database.close();
  }
}

/**
 * The user records in local storage, which the SDK uses if IndexedDB is refused. Throws if they
 * cannot be read.
 */
function readLocalStorage(): unknown[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX));
  return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown);
}

function toPersistedSession(records: readonly unknown[]): PersistedSession {
  if (records.length === 0) return { status: 'signed-out' };
  // Several records belong to several apps or projects on one origin; only the SDK knows this
  // app's.
  const user = records.length === 1 ? toSessionUser(records[0]) : undefined;
  return user === undefined ? { status: 'unknown' } : { status: 'signed-in', user };
}

async function readFrom(read: () => unknown[] | Promise<unknown[]>): Promise<PersistedSession> {
  try {
    return toPersistedSession(await read());
  } catch (cause) {
    console.warn('The persisted user could not be read. The Firebase Auth SDK decides.', cause);
    return { status: 'unknown' };
  }
}

/**
 * Finds the user that the SDK will restore. Searches in the SDK's order: IndexedDB, then local
 * storage. Never rejects.
 */
export async function readPersistedSession(): Promise<PersistedSession> {
  const stored = await readFrom(readIndexedDb);
  if (stored.status === 'signed-in') return stored;
  const fallback = await readFrom(readLocalStorage);
  if (fallback.status === 'signed-in') return fallback;
  return stored.status === 'unknown' ? stored : fallback;
}
