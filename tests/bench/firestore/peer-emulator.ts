// Owns a process that runs the other Firestore server of the registry, on the port given.

import { FirestoreServer } from '@firestore-emulator/server';

const server = new FirestoreServer();
await server.start(Number(process.argv[2]));
process.stdout.write(`${JSON.stringify({ address: `127.0.0.1:${process.argv[2]}` })}\n`);
