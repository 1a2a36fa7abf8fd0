import { clearData } from '../../kit/src/data/reset-data.ts';
import { readSnapshot } from '../../kit/src/data/snapshot-file.ts';
import { importData } from '../../kit/src/data/stack-data.ts';

let preparedFor: string | undefined;

/** Restores the seeded documents, accounts and files before the first test of a spec file, each time that the file is repeated. */
export async function restoreInitialState(file: string, repetition: number): Promise<void> {
  const stateFile = process.env.SAVEPOINT_FIRST_STATE;
  const preparing = `${file} ${repetition}`;
  if (stateFile === undefined || preparedFor === preparing) return;
  const ports = {
    firestore: portOf('FIRESTORE_EMULATOR_HOST'),
    auth: portOf('FIREBASE_AUTH_EMULATOR_HOST'),
    storage: portOf('FIREBASE_STORAGE_EMULATOR_HOST'),
  };
  const state = readSnapshot(stateFile);
  await clearData(ports);
  await importData(ports, state);
  preparedFor = preparing;
}

function portOf(name: string): number {
  return Number(process.env[name]?.split(':')[1]);
}
