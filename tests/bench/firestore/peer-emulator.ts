// @firestore-emulator/server, the peer of the comparison. Usage: node peer-emulator.ts PORT

import { FirestoreServer } from '@firestore-emulator/server';

const server = new FirestoreServer();
await server.start(Number(process.argv[2]));
process.stdout.write(`${JSON.stringify({ address: `127.0.0.1:${process.argv[2]}` })}\n`);
