// How changes of the project's files take effect while the stack runs.
//
//   functions            built if they have a build, and reloaded; their workers are replaced
//   installed packages   the same, for functions that are not loaded
//   .env, .secret.local  copied into the run, and the functions are reloaded
//   Firestore's rules    loaded into the emulator, which checks open listeners against them
//   Firestore's indexes  loaded into the emulator
//   Storage's rules      watched by the Storage emulator itself
//                        (packages/firebase-tools/patches/storage-rules-reload.ts)
//   the seed             reported: data are never deleted without being asked
//   the configuration    checked; each changed field is reported with how it takes effect
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type BuildPlan, planFunctionsBuilds } from '../builds/build-plan.ts';
import { buildCodebase } from '../builds/functions-build.ts';
import type { Codebase, NamedDatabase } from '../config/firebase-json.ts';
import { displayPath, readJsonFile } from '../config/json-file.ts';
import type { Ports } from '../config/ports.ts';
import {
  CONFIG_FILES,
  commandText,
  type Project,
  readChangedConfig,
  readChangedFirebaseJson,
} from '../config/project.ts';
import { databaseRules, loadDatabaseRules } from '../emulators/database-rules.ts';
import { databaseRulesCopy, RULES_COPY } from '../emulators/firebase-config.ts';
import type { FirebaseOutput } from '../emulators/firebase-output.ts';
import { usesOfficialFirestore } from '../emulators/firebase-tools.ts';
import { loadIndexes, loadRules, type ProjectFirestore } from '../emulators/firestore-reload.ts';
import { reloadFunctions } from '../emulators/functions-reload.ts';
import { copyFunctionsSettings, settingsFiles } from '../emulators/functions-settings.ts';
import type { LoadFailure } from '../emulators/load-failure.ts';
import { listMissingSecrets } from '../emulators/missing-secrets.ts';
import { failureOf, shortenRepeated, type UnloadedFunctions } from '../emulators/unloaded-functions.ts';
import { UserError } from '../user-error.ts';
import { changedFields, describeConfigChange, describeRestart } from './config-changes.ts';
import type { WatchedFiles } from './watch-files.ts';

/** Tests, and files that Python writes. */
const NO_SOURCE = /\.test\.[cm]?[jt]sx?$|[\\/](venv|__pycache__)[\\/]/;
/** If there are more functions, only their number is shown. */
const NAMES_SHOWN = 8;

/** The running stack that changes are applied to. */
export interface ReloadTarget {
  readonly project: Project;
  readonly runFolder: string;
  readonly ports: Ports;
  readonly servers: readonly string[];
  readonly firebaseOutput: Pick<FirebaseOutput, 'awaitLoadFailure'>;
  readonly unloadedFunctions: UnloadedFunctions;
}

/** The rows for the project of the stack. */
export function reloadTable(target: ReloadTarget): WatchedFiles[] {
  const { project } = target;
  const { firebase } = project;
  const has = (server: string) => target.servers.includes(server);
  return [
    ...(has('functions') ? firebase.codebases.flatMap((codebase) => functionsRows(codebase, target)) : []),
    ...(has('firestore') ? firestoreRows(target) : []),
    ...(has('database') ? databaseRows(target) : []),
    ...seedRows(project),
    firebaseJsonRow(project),
    configRow(project),
  ];
}

function functionsRows(codebase: Codebase, target: ReloadTarget): WatchedFiles[] {
  const { project, unloadedFunctions } = target;
  const planned = () => planFunctionsBuilds(project).find(({ name }) => name === codebase.name);
  let plan = planned();
  const settings = settingsFiles(codebase, project);
  const isUnloaded = () => unloadedFunctions.get(codebase.name) !== undefined;
  /** The failure of the last build while functions were loaded. */
  let printed: LoadFailure | undefined;
  const build = async (changed: readonly string[]) => {
    const startedAt = performance.now();
    const cause = describeFiles(changed);
    if (!isUnloaded()) {
      const failure = await findBuildFailure(project, codebase);
      const { reason, remedy } = shortenRepeated(failure, printed) ?? {};
      printed = failure;
      if (reason !== undefined) return `${reason}. ${remedy}`;
      return load(codebase, target, cause, startedAt);
    }
    try {
      plan = planned();
      await buildCodebase(project, codebase);
    } catch (error) {
      return unloadedFunctions.add(codebase.name, failureOf(error));
    }
    return loadFirst(codebase, target, cause, startedAt);
  };
  return [
    {
      server: 'functions',
      paths: [...new Set([codebase.folder, ...(plan?.inputs ?? [])])],
      ignores: (file) => NO_SOURCE.test(file) || isBelow(file, outputOf(codebase, plan)),
      apply: build,
    },
    {
      server: 'functions',
      paths: installationFiles(codebase.folder, project.folder),
      apply: async (changed) => (isUnloaded() ? build(changed) : []),
    },
    {
      server: 'functions',
      paths: settings,
      async apply(changed) {
        const startedAt = performance.now();
        const problems = copyFunctionsSettings(target.runFolder, project);
        if (problems.length > 0) return [...problems, 'The previous settings and secrets stay in force.'];
        if (isUnloaded()) return build(changed);
        return load(codebase, target, describeFiles(changed), startedAt);
      },
    },
  ];
}

/** Builds loaded functions. Returns the failure, if any. */
async function findBuildFailure(project: Project, codebase: Codebase): Promise<LoadFailure | undefined> {
  try {
    await buildCodebase(project, codebase, 'The last good build stays loaded.');
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * The files that package managers write last, in the functions' folder or, in a workspace, above
 * it: one for npm, one for pnpm, two for Yarn.
 */
function installationFiles(folder: string, root: string): string[] {
  const names = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];
  const files = names.map((name) => join(folder, 'node_modules', name));
  const isRoot = folder === root || !isBelow(folder, root);
  return isRoot ? files : [...files, ...installationFiles(dirname(folder), root)];
}

/** The output file of a build; undefined without a build. */
function outputOf({ folder }: Codebase, plan: BuildPlan | undefined): string | undefined {
  if (plan === undefined) return undefined;
  const [first] = relative(folder, plan.output).split(sep);
  return first === '..' ? plan.output : join(folder, first as string);
}

async function load(
  codebase: Codebase,
  target: ReloadTarget,
  cause: string,
  startedAt: number,
): Promise<string[]> {
  const result = await reloadFunctions(codebase, target.ports.functions, target.firebaseOutput);
  if (result.functions === undefined) {
    const { reason, remedy } = result.failure;
    return [`not reloaded: ${reason}. ${remedy}`, 'The functions that are already loaded stay in place.'];
  }
  return describeLoad('reloaded', result.functions, { target, cause, startedAt });
}

/** Loads functions that could not be loaded before. */
async function loadFirst(
  codebase: Codebase,
  target: ReloadTarget,
  cause: string,
  startedAt: number,
): Promise<string | string[]> {
  const { unloadedFunctions, ports, firebaseOutput } = target;
  const failed = unloadedFunctions.get(codebase.name);
  unloadedFunctions.delete(codebase.name);
  const result = await reloadFunctions(codebase, ports.functions, firebaseOutput);
  if (result.functions !== undefined) {
    return describeLoad('loaded', result.functions, { target, cause, startedAt });
  }
  if (failed !== undefined) unloadedFunctions.add(codebase.name, failed);
  return unloadedFunctions.add(codebase.name, result.failure);
}

interface LoadContext {
  readonly target: ReloadTarget;
  readonly cause: string;
  readonly startedAt: number;
}

async function describeLoad(
  outcome: string,
  functions: readonly string[],
  { target: { ports, servers }, cause, startedAt }: LoadContext,
): Promise<string[]> {
  const took = Math.round(performance.now() - startedAt);
  return [
    `${outcome} after a change of ${cause}, in ${took} ms: ${describeFunctions(functions)}`,
    ...(await listMissingSecrets({ ports, servers })),
  ];
}

/** Lists the names if they fit on a line of the terminal. */
function describeFunctions(names: readonly string[]): string {
  if (names.length === 0) return 'no function';
  return names.length <= NAMES_SHOWN ? names.join(', ') : `${names.length} functions`;
}

function firestoreRows({ project, ports, runFolder }: ReloadTarget): WatchedFiles[] {
  const { databases = [], ...main } = project.firebase.firestore ?? {};
  const firestore = { port: ports.firestore, projectId: project.id };
  // Google's emulator cannot load indexes, or rules of a single database.
  const isOfficial = usesOfficialFirestore(project.environment);
  const rows = (
    { rules, indexes }: Partial<Omit<NamedDatabase, 'id'>>,
    database: ProjectFirestore,
    copy: string,
  ) => [
    ...(rules === undefined ? [] : [rulesRow(rules, database, copy)]),
    ...(indexes === undefined || isOfficial ? [] : [indexesRow(indexes, database)]),
  ];
  return [
    ...rows(main, firestore, join(runFolder, RULES_COPY)),
    ...(isOfficial ? [] : databases).flatMap((each) =>
      rows(each, { ...firestore, databaseId: each.id }, databaseRulesCopy(runFolder, each)),
    ),
  ];
}

function rulesRow(file: string, firestore: ProjectFirestore, copy: string): WatchedFiles {
  return {
    server: 'rules',
    paths: [file],
    async apply() {
      if (!existsSync(file)) return `${displayPath(file)} is missing: the previous rules stay in force`;
      const { loaded, issues } = await loadRules(file, firestore);
      // The emulator watches the copy on behalf of clients that use another project id.
      if (loaded) copyFileSync(file, copy);
      const outcome = loaded ? 'reloaded' : 'not reloaded: the previous rules stay in force';
      return [...issues, `${displayPath(file)} ${outcome}`];
    },
  };
}

function databaseRows({ project, ports }: ReloadTarget): WatchedFiles[] {
  const instances = Map.groupBy(databaseRules(project), ({ file }) => file);
  return Array.from(instances, ([file, all]) => ({
    server: 'rules',
    paths: [file],
    async apply() {
      if (!existsSync(file)) return `${displayPath(file)} is missing: the previous rules stay in force`;
      const results = await Promise.all(
        all.map(({ instance }) => loadDatabaseRules(file, { port: ports.database, instance })),
      );
      const [{ loaded, issues } = { loaded: true, issues: [] }] = results;
      const outcome = loaded ? 'reloaded' : 'not reloaded: the previous rules stay in force';
      return [...issues, `${displayPath(file)} ${outcome}`];
    },
  }));
}

function indexesRow(file: string, firestore: ProjectFirestore): WatchedFiles {
  return {
    server: 'indexes',
    paths: [file],
    apply: async () =>
      `${displayPath(file)} reloaded: ${await loadIndexes(file, firestore)} composite indexes`,
  };
}

/**
 * The folders of the files that the seed command names, unless that is the project folder, and the
 * import.
 */
function seedRows({ folder, config: { seed } }: Project): WatchedFiles[] {
  const files = (seed?.command ?? '').split(/\s+/).map((word) => join(folder, word));
  const sources = files
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .map((file) => (dirname(file) === folder ? file : dirname(file)));
  const imported = seed?.import === undefined ? [] : [join(folder, seed.import)];
  const row = (paths: string[], remedy: string): WatchedFiles[] =>
    paths.length === 0
      ? []
      : [{ server: 'seed', paths, apply: async (changed) => `${describeFiles(changed)} changed; ${remedy}` }];
  return [
    ...row(sources, `${commandText(folder, 'reset')} applies it, and deletes all other data`),
    ...row(imported, 'restart to apply it'),
  ];
}

function firebaseJsonRow(project: Project): WatchedFiles {
  const file = project.firebaseFile;
  const read = () => (existsSync(file) ? readJsonFile(file, 'Fix the file.').value : {});
  const started = read();
  return {
    server: 'config',
    paths: [file],
    apply: () =>
      keepRunning(async () => {
        readChangedFirebaseJson(project);
        return describeRestart(changedFields(started, read())).map(
          (line) => `${basename(file)} changed; ${line}`,
        );
      }),
  };
}

function configRow(project: Project): WatchedFiles {
  return {
    server: 'config',
    paths: CONFIG_FILES.map((name) => join(project.folder, name)),
    apply: ([file]) =>
      keepRunning(async () => {
        const lines = describeConfigChange(project, await readChangedConfig(project));
        return lines.map((line) => `${displayPath(file as string)} changed; ${line}`);
      }),
  };
}

/** The lines about a change, or the error in the file. */
async function keepRunning(describe: () => Promise<string[]>): Promise<string[]> {
  try {
    return await describe();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error.message, 'The stack runs on as before.'];
  }
}

function describeFiles([first, ...others]: readonly string[]): string {
  const name = displayPath(first as string);
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

function isBelow(file: string, folder: string | undefined): boolean {
  return folder !== undefined && (file === folder || file.startsWith(`${folder}${sep}`));
}
