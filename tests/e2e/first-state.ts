// Owns giving each spec file the shop as it was first: what one file's tests order, edit or delete is no other file's business.
import { clearData } from '../../kit/src/data/reset-data.ts';
import { readSnapshot } from '../../kit/src/data/snapshot-file.ts';
import { importData } from '../../kit/src/data/stack-data.ts';

let preparedFor: string | undefined;

/** Brings documents and accounts back to their first state, unless this file's tests have begun already. */
export async function restoreFirstState(file: string): Promise<void> {
  const stateFile = process.env.SAVEPOINT_FIRST_STATE;
  if (stateFile === undefined || preparedFor === file) return;
  const ports = {
    firestore: portOf('FIRESTORE_EMULATOR_HOST'),
    auth: portOf('FIREBASE_AUTH_EMULATOR_HOST'),
  };
  const state = readSnapshot(stateFile);
  await clearData(ports);
  await importData(ports, state);
  preparedFor = file;
}

function portOf(name: string): number {
  return Number(process.env[name]?.split(':')[1]);
}
