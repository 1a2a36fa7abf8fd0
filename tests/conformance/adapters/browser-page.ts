// The script of the browser adapter's page, bundled for the browser: an SDK instance that the test
// process calls.

import { initializeApp } from 'firebase/app';
import * as sdk from 'firebase/firestore';
import type { Operations } from '../client-adapter.ts';
import { modularOperations } from './modular-operations.ts';

type CallResult = { readonly value: unknown } | { readonly code: string; readonly message: string };

declare global {
  var openAdapter: (
    host: string,
    projectId: string,
    mode: 'auto-detect' | 'streaming' | 'long-polling',
  ) => void;
  var callAdapter: (operation: keyof Operations, args: unknown[]) => Promise<CallResult>;
}

let operations: Operations | undefined;

globalThis.openAdapter = (host, projectId, mode) => {
  const app = initializeApp({ projectId, apiKey: 'none' });
  const db = sdk.initializeFirestore(app, {
    ...(mode === 'long-polling' && { experimentalForceLongPolling: true }),
    ...(mode === 'streaming' && { experimentalAutoDetectLongPolling: false }),
  });
  const [name, port] = host.split(':') as [string, string];
  sdk.connectFirestoreEmulator(db, name, Number(port));
  operations = modularOperations(sdk, db, {
    document: sdk.getDocFromServer,
    query: sdk.getDocsFromServer,
    count: sdk.getAggregateFromServer,
  });
};

globalThis.callAdapter = async (name, args) => {
  try {
    const operation = operations?.[name] as ((...values: unknown[]) => Promise<unknown>) | undefined;
    return { value: await operation?.(...args) };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { code: code ?? 'unknown', message };
  }
};
