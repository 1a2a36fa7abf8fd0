// Loads each Firebase SDK on first use, initializes it once and connects it to its emulator. No
// other file imports from 'firebase/*', except types.
import type { FirebaseApp } from 'firebase/app';
import type { Auth } from 'firebase/auth';
import type { Firestore } from 'firebase/firestore';
import type { Functions } from 'firebase/functions';
import type { FirebaseStorage } from 'firebase/storage';
import { type BackendConfig, loadBackendConfig } from '../config/backend.ts';
import { claimDeviceData } from '../lib/device-data.ts';
import { isIndexedDbAvailable } from '../lib/indexed-db.ts';
import { BackendException, UNINITIALIZED } from './backend-error.ts';

interface LoadedApp {
  readonly app: FirebaseApp;
  readonly config: BackendConfig;
}
interface LoadedAuth {
  readonly auth: Auth;
  readonly sdk: typeof import('firebase/auth');
}
export interface LoadedFirestore {
  readonly db: Firestore;
  readonly sdk: typeof import('firebase/firestore');
}
interface LoadedFunctions {
  readonly functions: Functions;
  readonly sdk: typeof import('firebase/functions');
}

interface LoadedStorage {
  readonly storage: FirebaseStorage;
  readonly sdk: typeof import('firebase/storage');
  readonly auth: Auth;
}

/** Memoizes a loader. After a failure the next call loads again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
}

const loadApp = once(async (): Promise<LoadedApp> => {
  const [config, { initializeApp }] = await Promise.all([loadBackendConfig(), import('firebase/app')]);
  if (config === undefined) throw new BackendException(UNINITIALIZED);
  const { emulators: _, ...options } = config;
  return { app: initializeApp(options), config };
});

/**
 * Firebase Auth. Rejects with BackendException 'uninitialized' if the configuration is incomplete.
 */
export const loadAuth = once(async (): Promise<LoadedAuth> => {
  const [{ app, config }, sdk] = await Promise.all([loadApp(), import('firebase/auth')]);
  const auth = sdk.initializeAuth(app, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence],
  });
  if (config.emulators.auth) {
    sdk.connectAuthEmulator(auth, `http://${config.emulators.auth}`, { disableWarnings: true });
  }
  return { auth, sdk };
});

async function openFirestore(uid: string | null): Promise<LoadedFirestore> {
  const [{ app, config }, sdk] = await Promise.all([loadApp(), import('firebase/firestore')]);
  // Guests leave nothing behind. Opening IndexedDB if it throws ends the SDK's queue with an
  // internal assertion, and with it every read. Leftovers of another account must not be read.
  const isPersistent =
    uid !== null && (await isIndexedDbAvailable()) && (await claimDeviceData(async () => uid));
  const db = sdk.initializeFirestore(app, {
    ignoreUndefinedProperties: true,
    localCache: isPersistent
      ? sdk.persistentLocalCache({ tabManager: sdk.persistentMultipleTabManager() })
      : sdk.memoryLocalCache(),
  });
  const hostAndPort = config.emulators.firestore;
  if (hostAndPort) {
    const { hostname, port } = new URL(`http://${hostAndPort}`);
    sdk.connectFirestoreEmulator(db, hostname, Number(port));
  }
  return { db, sdk };
}

let opened: { readonly uid: string | null; readonly firestore: Promise<LoadedFirestore> } | undefined;

/**
 * Closes Firestore and its connection to the offline cache, which otherwise could not be deleted,
 * unless it was opened for `keptUid`. The next loadFirestore opens it again; earlier subscriptions
 * and requests never respond. Never rejects.
 */
export async function closeFirestore(keptUid?: string | null): Promise<void> {
  const closing = opened;
  if (closing === undefined || closing.uid === keptUid) return;
  opened = undefined;
  try {
    const { db, sdk } = await closing.firestore;
    await sdk.terminate(db);
  } catch (cause) {
    console.warn('Firestore could not be closed.', cause);
  }
}

/**
 * Firestore as the signed-in user, each with a separate offline cache: the SDK's cache does not
 * distinguish users. It is in memory for guests, and if IndexedDB is refused. Rejects like
 * loadAuth.
 */
export async function loadFirestore(): Promise<LoadedFirestore> {
  // Auth first: Firestore takes its credentials from it.
  const [{ auth }] = await Promise.all([loadAuth(), import('firebase/firestore')]);
  await auth.authStateReady();
  const uid = auth.currentUser?.uid ?? null;
  if (opened?.uid !== uid) {
    const closed = closeFirestore();
    const firestore = closed.then(() => openFirestore(uid));
    const opening = { uid, firestore };
    opened = opening;
    // After a failure the next call opens again.
    firestore.catch(() => {
      if (opened === opening) opened = undefined;
    });
  }
  return (opened as NonNullable<typeof opened>).firestore;
}

/** Cloud Functions as the signed-in user. Rejects like loadAuth. */
export const loadFunctions = once(async (): Promise<LoadedFunctions> => {
  const [{ app, config }, sdk] = await Promise.all([loadApp(), import('firebase/functions'), loadAuth()]);
  const functions = sdk.getFunctions(app);
  const hostAndPort = config.emulators.functions;
  if (hostAndPort) {
    const { hostname, port } = new URL(`http://${hostAndPort}`);
    sdk.connectFunctionsEmulator(functions, hostname, Number(port));
  }
  return { functions, sdk };
});

/** Storage as the signed-in user. Rejects like loadAuth. */
export const loadStorage = once(async (): Promise<LoadedStorage> => {
  const [{ app, config }, sdk, { auth }] = await Promise.all([
    loadApp(),
    import('firebase/storage'),
    loadAuth(),
  ]);
  const storage = sdk.getStorage(app);
  const hostAndPort = config.emulators.storage;
  if (hostAndPort) {
    const { hostname, port } = new URL(`http://${hostAndPort}`);
    sdk.connectStorageEmulator(storage, hostname, Number(port));
  }
  return { storage, sdk, auth };
});
