// `node seed/src/main.ts --seed` loads the sample catalog. It deletes the existing one, so it
// does nothing without the flag, and needs `--force` for a project that is not a demo.
import { parseArgs } from 'node:util';
import { getFirestore } from 'firebase-admin/firestore';
import { CATEGORIES } from './categories.ts';
import { connect, isDemo, projectOf } from './connect.ts';
import { REVIEWS } from './reviews.ts';
import { CATALOGUES, hasCatalogue, seedCatalogue } from './seed-catalogue.ts';

const OPTIONS = {
  seed: { type: 'boolean' },
  'if-empty': { type: 'boolean' },
  force: { type: 'boolean' },
  project: { type: 'string' },
  catalogue: { type: 'string' },
} as const;

const USAGE = `Loads the sample catalog; deletes all products, categories and reviews first.
  node seed/src/main.ts --seed [--catalogue sample|large] [--if-empty] [--project ID] [--force]
  --catalogue  'large' has a few hundred products beside the samples; SAVEPOINT_CATALOGUE sets it, too
  --if-empty   does nothing when the database has products
  --force      allows a project whose name does not begin with demo-`;

/** Runs the command and returns whether the database then has a catalog. */
export async function main(args: readonly string[]): Promise<boolean> {
  // Not strict: a flag without its value is true, and a message below lists the valid values.
  const parsed = parseArgs({ args: [...args], options: OPTIONS, strict: false, allowPositionals: true });
  const { values: flags, positionals } = parsed;
  const unknown = Object.keys(flags).find((name) => !(name in OPTIONS));
  const [argument = unknown && `--${unknown}`] = positionals;
  if (argument !== undefined) return printError(`Unknown argument '${argument}'.\n${USAGE}`);
  if (!flags.seed) return printError(`Nothing was done: the flag --seed is missing.\n${USAGE}`);
  const catalogue = textOf(flags.catalogue) ?? (process.env.SAVEPOINT_CATALOGUE || 'sample');
  const createProducts = CATALOGUES[catalogue];
  if (createProducts === undefined)
    return printError(
      `There is no catalogue '${catalogue}'. The catalogues are: ${Object.keys(CATALOGUES).join(', ')}.`,
    );
  const projectId = projectOf(textOf(flags.project));
  if (!projectId) return printError('No project is named. Give --project ID, or set SAVEPOINT_PROJECT_ID.');
  if (!isDemo(projectId) && !flags.force)
    return printError(
      `'${projectId}' is not a demo project, and seeding deletes its whole catalog. Add --force if that is what you want.`,
    );
  try {
    connect(projectId, ['FIRESTORE_EMULATOR_HOST']);
  } catch (error) {
    return printError((error as Error).message);
  }
  const db = getFirestore();
  if (flags['if-empty'] && (await hasCatalogue(db))) {
    console.log('The database already has a catalog.');
    return true;
  }
  const products = createProducts();
  const seeded = await seedCatalogue(db, products);
  if (seeded)
    console.log(
      `Seeded ${products.length} products, ${CATEGORIES.length} categories and ${REVIEWS.length} reviews.`,
    );
  return seeded;
}

function textOf(flag: string | boolean | undefined): string | undefined {
  return flag === true ? '' : flag || undefined;
}

function printError(message: string): false {
  console.error(message);
  return false;
}

if (import.meta.main) process.exit((await main(process.argv.slice(2))) ? 0 : 1);
