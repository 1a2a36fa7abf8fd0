// Runs the tests of public Firebase projects with Savepoint as it is published:
// `npm run test:foreign -- --checkouts FOLDER` runs all projects whose checkouts are in the folder.
//   --only NAME         one of them; can be repeated
//   --work FOLDER       keeps copies, installed packages and logs, for the next run
//   --savepoint FOLDER  uses the savepoint that is installed in a folder, and packs none
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackage } from '../packages/installed-package.ts';
import { packPackages } from '../packages/packed-packages.ts';
import { networkNamespace } from './network-namespace.ts';
import { FOREIGN_PROJECTS, type ForeignProject } from './projects.ts';
import { type RunFolders, runProject } from './run-project.ts';

const USAGE =
  'Usage: npm run test:foreign -- --checkouts FOLDER [--only NAME] [--work FOLDER] [--savepoint FOLDER]';

function fail(message: string): never {
  console.error(`${message}\n${USAGE}\nProjects: ${FOREIGN_PROJECTS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

function parseFlags() {
  try {
    const string = { type: 'string' } as const;
    return parseArgs({
      options: { checkouts: string, work: string, savepoint: string, only: { ...string, multiple: true } },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

function selectProjects(names: readonly string[] | undefined): readonly ForeignProject[] {
  const unknown = names?.find((name) => FOREIGN_PROJECTS.every((project) => project.name !== name));
  if (unknown !== undefined) fail(`There is no project "${unknown}".`);
  return FOREIGN_PROJECTS.filter(({ name }) => names === undefined || names.includes(name));
}

/** Prints a line for the project; resolves with whether all is as expected. */
async function report(project: ForeignProject, folders: RunFolders): Promise<boolean> {
  const width = Math.max(...FOREIGN_PROJECTS.map(({ name }) => name.length));
  const name = project.name.padEnd(width);
  try {
    const { counts, problems, limits, seconds, log } = await runProject(project, folders);
    const { passed = 0, failed = 0 } = counts ?? {};
    const total = passed + failed;
    console.log(`${name}  ${passed} of ${total} passed  (${seconds.toFixed(0)} s)`);
    if (project.failures !== undefined) console.log(`    expected failures: ${project.failures.reason}`);
    for (const warning of limits) console.log(`    limit: ${warning}`);
    for (const problem of problems) console.log(`    ${problem}`);
    if (problems.length > 0) console.log(`    ${log}`);
    return problems.length === 0;
  } catch (error) {
    console.log(`${name}  not run: ${(error as Error).message}`);
    return false;
  }
}

const installPacked = async () => installPackage('packages/savepoint', await packPackages());

const flags = parseFlags();
if (flags.checkouts === undefined) fail('Expected the folder of the checkouts.');
const checkouts = resolve(flags.checkouts);
if (!existsSync(checkouts)) fail(`There is no folder ${checkouts}.`);
const projects = selectProjects(flags.only);
const work =
  flags.work === undefined ? mkdtempSync(join(tmpdir(), 'savepoint-projects-')) : resolve(flags.work);
mkdirSync(work, { recursive: true });
const installed = flags.savepoint === undefined ? await installPacked() : undefined;
const savepoint = join(installed?.folder ?? resolve(flags.savepoint as string), 'node_modules');
if (!existsSync(join(savepoint, 'savepoint'))) fail(`There is no savepoint in ${savepoint}.`);
const isolation = networkNamespace();
if (isolation === undefined) {
  console.log('This system has no network namespaces: the ports that the projects name must be free.');
}
const folders = {
  checkouts,
  work,
  savepoint,
  isolation: isolation ?? [],
};
let isAsExpected = true;
for (const project of projects) isAsExpected = (await report(project, folders)) && isAsExpected;
await installed?.remove();
if (flags.work === undefined && isAsExpected) rmSync(work, { recursive: true });
process.exitCode = isAsExpected ? 0 : 1;
