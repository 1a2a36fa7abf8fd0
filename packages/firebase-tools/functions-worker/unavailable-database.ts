// If firebase.json has no Realtime Database, none is running. Its SDK would wait for a connection
// forever and warn about credentials every second, so a function that uses it would run into its
// timeout. This makes each call fail immediately. References can still be created, because
// functions do that while they are loaded.
import Module from 'node:module';
import { isOutboundAllowed } from '../patches/outbound-hosts.ts';

/** The module that firebase-admin requires when a database is first requested. */
const SDK = '@firebase/database-compat/standalone';

type Methods = Record<string, unknown>;
interface DatabaseSdk {
  initStandalone(app: unknown, url: string, ...rest: unknown[]): { readonly instance: { goOffline(): void } };
  readonly Query: { readonly prototype: Methods };
  readonly Reference: { readonly prototype: Methods };
  readonly OnDisconnect: { readonly prototype: Methods };
}

/** The methods that wait for a server. */
const CALLS: Readonly<Record<'Query' | 'Reference' | 'OnDisconnect', readonly string[]>> = {
  Query: ['get', 'on', 'once'],
  Reference: ['push', 'remove', 'set', 'setPriority', 'setWithPriority', 'transaction', 'update'],
  OnDisconnect: ['cancel', 'remove', 'set', 'setWithPriority', 'update'],
};

export function rejectDatabaseCalls(): void {
  const prototype: { require(this: unknown, id: string): unknown } = Module.prototype;
  const { require: requireModule } = prototype;
  const replaced = new WeakSet<object>();
  prototype.require = function requireWithoutDatabase(id) {
    const loaded = requireModule.call(this, id);
    if (id === SDK && isSdk(loaded) && !replaced.has(loaded)) {
      replaced.add(loaded);
      replaceCalls(loaded);
    }
    return loaded;
  };
}

function isSdk(loaded: unknown): loaded is DatabaseSdk {
  return typeof loaded === 'object' && loaded !== null && 'initStandalone' in loaded;
}

function replaceCalls(sdk: DatabaseSdk): void {
  const { initStandalone } = sdk;
  let isReplaced = false;
  sdk.initStandalone = (app, url, ...rest) => {
    const database = initStandalone(app, url, ...rest);
    const { hostname } = new URL(url);
    if (isReachable(hostname)) return database;
    database.instance.goOffline();
    if (!isReplaced) {
      for (const [name, methods] of Object.entries(CALLS)) {
        for (const method of methods)
          rejectMethod(sdk[name as keyof typeof CALLS].prototype, method, hostname);
      }
    }
    isReplaced = true;
    return database;
  };
}

/**
 * Returns whether the database that the project names is running, or `--allow-outbound` lets calls
 * through.
 */
function isReachable(hostname: string): boolean {
  return Boolean(process.env.FIREBASE_DATABASE_EMULATOR_HOST) || isOutboundAllowed(hostname);
}

function rejectMethod(prototype: Methods, method: string, hostname: string): void {
  const original = prototype[method] as (...args: unknown[]) => unknown;
  prototype[method] = function reject(...args: unknown[]) {
    // This creates a child reference and sends nothing.
    if (method === 'push' && args.length === 0) return original.call(this);
    const error = new Error(
      `The Realtime Database does not run here, so ${method}() fails. Add the section "database" to firebase.json, or start with --allow-outbound ${hostname}.`,
    );
    if (method === 'on') throw error;
    return Promise.reject(error);
  };
}
