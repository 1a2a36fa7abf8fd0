// `node seed/src/main.ts --seed` loads the sample catalogue. It deletes the existing one, so it does nothing without the flag, and needs
// `--force` for a project that is not a demo.
import { getFirestore } from 'firebase-admin/firestore';
import { connect, isDemo, projectOf } from './connect.ts';
import { hasCatalogue, seedCatalogue } from './seed-catalogue.ts';

const FLAGS = ['--seed', '--if-empty', '--force', '--project'];

const USAGE = `Loads the sample catalogue; deletes all products, categories and reviews first.
  node seed/src/main.ts --seed [--if-empty] [--project ID] [--force]
  --if-empty  does nothing when the database has products
  --force     allows a project whose name does not begin with demo-`;

/** Runs the command and returns whether the database has a catalogue afterwards. */
export async function main(args: readonly string[]): Promise<boolean> {
  const unknown = args.find((arg, at) =>
    arg.startsWith('--') ? !FLAGS.includes(arg) : args[at - 1] !== '--project',
  );
  if (unknown !== undefined) return printError(`Unknown argument '${unknown}'.\n${USAGE}`);
  if (!args.includes('--seed')) return printError(`Nothing was done: the flag --seed is missing.\n${USAGE}`);
  const projectId = projectOf(args);
  if (!projectId) return printError('No project is named. Give --project ID, or set SAVEPOINT_PROJECT_ID.');
  if (!isDemo(projectId) && !args.includes('--force'))
    return printError(
      `'${projectId}' is not a demo project, and seeding deletes its whole catalogue. Add --force if that is what you want.`,
    );
  try {
    connect(projectId, ['FIRESTORE_EMULATOR_HOST']);
  } catch (error) {
    return printError((error as Error).message);
  }
  const db = getFirestore();
  if (args.includes('--if-empty') && (await hasCatalogue(db))) {
    console.log('The catalogue is there already.');
    return true;
  }
  const seeded = await seedCatalogue(db);
  if (seeded) console.log('Seeded 13 products, 4 categories and 4 reviews.');
  return seeded;
}

function printError(message: string): false {
  console.error(message);
  return false;
}

if (import.meta.main) process.exit((await main(process.argv.slice(2))) ? 0 : 1);
