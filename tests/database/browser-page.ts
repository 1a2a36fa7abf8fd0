// The script of the pages in browser.test.ts: the unmodified SDKs, used by functions from the test
// process.
import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import { initializeApp } from 'firebase/app';
import * as sdk from 'firebase/database';

declare global {
  var rtdb: typeof sdk;
  var database: sdk.Database;
  /** The values received by listeners of the page. */
  var received: unknown[];
  var initializeRulesTest: typeof initializeTestEnvironment;
  var connect: (port: number, namespace: string, transport: 'WebSocket' | 'long polling') => void;
}

globalThis.rtdb = sdk;
globalThis.received = [];
globalThis.initializeRulesTest = initializeTestEnvironment;
globalThis.connect = (port, namespace, transport) => {
  if (transport === 'long polling') sdk.forceLongPolling();
  else sdk.forceWebSockets();
  const app = initializeApp({ projectId: namespace });
  globalThis.database = sdk.getDatabase(app, `http://127.0.0.1:${port}/?ns=${namespace}`);
};
