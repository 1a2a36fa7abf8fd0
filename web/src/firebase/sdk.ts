// Loads each Firebase SDK on first use, initializes it once and connects it to its emulator. No other file imports from
// 'firebase/*', except types.
import type { FirebaseApp } from 'firebase/app';
import type { Auth } from 'firebase/auth';
import type { Firestore } from 'firebase/firestore';
import type { Functions } from 'firebase/functions';
import { type BackendConfig, loadBackendConfig } from '../config/backend.ts';
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

/** Firebase Auth. Rejects with BackendException 'uninitialized' when the configuration is incomplete. */
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

/** Firestore as the signed-in user. The offline cache is in memory where IndexedDB is refused. Rejects like loadAuth. */
export const loadFirestore = once(async (): Promise<LoadedFirestore> => {
  // Auth first: Firestore takes the credentials of its requests from it.
  const [{ app, config }, sdk, , hasIndexedDb] = await Promise.all([
    loadApp(),
    import('firebase/firestore'),
    loadAuth(),
    isIndexedDbAvailable(),
  ]);
  const db = sdk.initializeFirestore(app, {
    ignoreUndefinedProperties: true,
    // Opening IndexedDB where it throws ends the SDK's queue with an internal assertion, and every read with it.
    localCache: hasIndexedDb
      ? sdk.persistentLocalCache({ tabManager: sdk.persistentMultipleTabManager() })
      : sdk.memoryLocalCache(),
  });
  const hostAndPort = config.emulators.firestore;
  if (hostAndPort) {
    const { hostname, port } = new URL(`http://${hostAndPort}`);
    sdk.connectFirestoreEmulator(db, hostname, Number(port));
  }
  return { db, sdk };
});

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
