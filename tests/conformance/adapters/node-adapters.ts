import { deleteApp, initializeApp } from 'firebase/app';
import * as full from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import { AdapterError, type ClientAdapter, type Operations } from '../client-adapter.ts';
import { type ModularSdk, modularOperations } from './modular-operations.ts';

let appCount = 0;

/** Wraps `operations` so that they reject with an AdapterError. */
export function mapErrorCodes(
  operations: Operations,
  codeOf: (error: Error & { code?: unknown }) => string,
): Operations {
  return new Proxy(operations, {
    get: (target, name) => {
      const operation = target[name as keyof Operations] as unknown;
      if (typeof operation !== 'function') return operation;
      return async (...args: unknown[]) => {
        try {
          return await operation.apply(target, args);
        } catch (error) {
          throw new AdapterError(codeOf(error as Error), (error as Error).message);
        }
      };
    },
  });
}

const sdkCode = (error: { code?: unknown }): string => String(error.code ?? 'unknown');

function split(host: string): [string, number] {
  const [name, port] = host.split(':') as [string, string];
  return [name, Number(port)];
}

/** firebase/firestore in Node, over gRPC. */
export async function createFullAdapter(host: string, projectId: string): Promise<ClientAdapter> {
  const app = initializeApp({ projectId, apiKey: 'none' }, `full-${appCount++}`);
  const db = full.initializeFirestore(app, {});
  full.connectFirestoreEmulator(db, ...split(host));
  const operations = modularOperations(full, db, {
    document: full.getDocFromServer,
    query: full.getDocsFromServer,
    count: full.getAggregateFromServer,
  });
  return {
    ...pickOperations(mapErrorCodes(operations, sdkCode)),
    name: 'firebase (gRPC)',
    canListen: true,
    isOwner: false,
    async close() {
      await full.terminate(db);
      await deleteApp(app);
    },
  };
}

/** firebase/firestore/lite in Node, over REST. */
export async function createLiteAdapter(host: string, projectId: string): Promise<ClientAdapter> {
  const app = initializeApp({ projectId, apiKey: 'none' }, `lite-${appCount++}`);
  const db = lite.initializeFirestore(app, {});
  lite.connectFirestoreEmulator(db, ...split(host));
  const sdk = lite as unknown as ModularSdk;
  const operations = modularOperations(sdk, db as unknown as full.Firestore, {
    document: lite.getDoc as unknown as typeof full.getDocFromServer,
    query: lite.getDocs as unknown as typeof full.getDocsFromServer,
    count: lite.getAggregate as unknown as typeof full.getAggregateFromServer,
  });
  return {
    ...pickOperations(mapErrorCodes(operations, sdkCode)),
    name: 'firebase/lite (REST)',
    canListen: false,
    isOwner: false,
    async close() {
      await lite.terminate(db);
      await deleteApp(app);
    },
  };
}

/** The operations of a proxy as own properties, which can be spread. */
export function pickOperations(operations: Operations): Operations {
  const {
    get,
    write,
    query,
    aggregate,
    addInTransaction,
    listen,
    awaitSnapshot: snapshotOf,
    unlisten,
  } = operations;
  return { get, write, query, aggregate, addInTransaction, listen, awaitSnapshot: snapshotOf, unlisten };
}
