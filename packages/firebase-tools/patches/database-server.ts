// Lets firebase-tools use the running Realtime Database server at SAVEPOINT_DATABASE_HOST
// (`host:port`), whose host and port are those in firebase.json. firebase-tools would download
// Google's emulator and start it with Java. The hub lists and exports it, and functions register
// with it; the code that starts the server loads rules and data. SAVEPOINT_DATABASE_URL is the
// address of the default instance in the functions' configuration.
import { hasSource, type PatchedModule, patchModule } from '../patch.ts';

interface DatabaseModule {
  readonly DatabaseEmulator: { readonly prototype: DatabaseEmulator };
}

interface DatabaseEmulator {
  /** Imported namespaces, which an export includes even if they are empty. */
  readonly importedNamespaces: string[];
  start(): Promise<void>;
  stop(): Promise<void>;
  importData(namespace: string, file: string): Promise<void>;
}

interface AdminSdkConfig {
  getProjectAdminSdkConfigOrCached(projectId: string): Promise<object | undefined>;
}

const adminSdkConfig = patchModule<AdminSdkConfig>('lib/emulator/adminSdkConfig.js', {
  expected: {
    'getProjectAdminSdkConfigOrCached(projectId)': ({ getProjectAdminSdkConfigOrCached }) =>
      getProjectAdminSdkConfigOrCached.length === 1,
  },
  apply(module) {
    const { SAVEPOINT_DATABASE_URL: databaseURL } = process.env;
    if (!databaseURL) return;
    const { getProjectAdminSdkConfigOrCached } = module;
    module.getProjectAdminSdkConfigOrCached = async (projectId) => {
      const config = await getProjectAdminSdkConfigOrCached(projectId);
      return config && { ...config, databaseURL };
    };
  },
});

const databaseEmulator = patchModule<DatabaseModule>('lib/emulator/databaseEmulator.js', {
  expected: {
    'DatabaseEmulator with start(), which downloadableEmulators starts, and stop()': ({
      DatabaseEmulator: { prototype },
    }) =>
      hasSource(prototype.start, /downloadableEmulators\.start\(/) &&
      hasSource(prototype.stop, /downloadableEmulators\.stop\(/),
    'DatabaseEmulator.importData(ns, fPath) that adds to importedNamespaces': ({ DatabaseEmulator }) =>
      DatabaseEmulator.prototype.importData.length === 2 &&
      hasSource(DatabaseEmulator.prototype.importData, /this\.importedNamespaces\.push\(ns\)/),
  },
  apply({ DatabaseEmulator: { prototype } }) {
    if (!process.env.SAVEPOINT_DATABASE_HOST) return;
    // EmulatorRegistry waits until something listens on its port.
    prototype.start = async () => undefined;
    prototype.stop = async () => undefined;
    prototype.importData = async function importedAlready(namespace) {
      this.importedNamespaces.push(namespace);
    };
  },
});

export const databaseServer: readonly PatchedModule[] = [databaseEmulator, adminSdkConfig];
