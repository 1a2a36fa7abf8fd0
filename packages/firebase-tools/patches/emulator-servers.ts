// Each part describes how firebase-tools finds and uses one of the servers.
import type { Patch } from '../patch.ts';
import { databaseServer } from './database-server.ts';
import { firestoreServer } from './firestore-server.ts';
import { firestoreTriggers } from './firestore-triggers.ts';
import { pubsubServer } from './pubsub-server.ts';
import { registrationRequests } from './registration-requests.ts';
import { tasksServer } from './tasks-server.ts';

export const emulatorServers: Patch = {
  name: 'emulator-servers',
  reason: 'Firestore, the Realtime Database, Pub/Sub and tasks are our own servers, which can restart',
  upstream: [
    'https://github.com/firebase/firebase-tools/issues/3468',
    'https://github.com/firebase/firebase-tools/issues/8254',
  ],
  modules: [
    ...databaseServer,
    ...firestoreServer,
    ...firestoreTriggers,
    ...pubsubServer,
    ...tasksServer,
    registrationRequests,
  ],
};
