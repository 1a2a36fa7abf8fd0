// Which file of the project takes effect how while the stack runs.
//
//   functions              built, where they have a build, and loaded again; the workers are replaced
//   .env, .secret.local    copied into the run, and the functions are loaded again
//   Firestore's rules      put into the emulator, and open listeners are checked against them
//   Firestore's indexes    put into the emulator
//   Storage's rules        the Storage emulator watches them itself (preload/firebase-tools/storage-rules-reload.cjs)
//   the seed               said to have changed: data are never deleted without being asked
//   the configuration      checked, and each changed field named with what it takes
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type BuildPlan, planFunctionsBuilds } from '../builds/build-plan.ts';
import { buildFunction } from '../builds/functions-build.ts';
import type { Codebase } from '../config/firebase-json.ts';
import { displayPath, readJsonFile } from '../config/json-file.ts';
import type { Ports } from '../config/ports.ts';
import {
  CONFIG_FILES,
  commandText,
  getProject,
  projectPath,
  readChangedConfig,
  readChangedFirebaseJson,
} from '../config/project.ts';
import type { FirebaseTools } from '../emulators/firebase-tools.ts';
import { loadIndexes, loadRules } from '../emulators/firestore-reload.ts';
import { reloadFunctions } from '../emulators/functions-reload.ts';
import { copyFunctionsSettings, settingsFiles } from '../emulators/functions-settings.ts';
import { UserError } from '../user-error.ts';
import { changedFields, describeConfigChange, describeRestart } from './config-changes.ts';
import type { WatchedFiles } from './watch-files.ts';

/** More functions than these are counted. */
const NAMES_SHOWN = 8;

/** The stack that the changes are applied to. */
export interface ReloadTarget {
  readonly runFolder: string;
  readonly ports: Ports;
  readonly servers: readonly string[];
  readonly firebaseTools: Pick<FirebaseTools, 'awaitLoadFailure'>;
}

/** The rows for the project. */
export function reloadTable(target: ReloadTarget): WatchedFiles[] {
  const { firebase } = getProject();
  const has = (server: string) => target.servers.includes(server);
  return [
    ...(has('functions') ? firebase.codebases.flatMap((codebase) => functionsRows(codebase, target)) : []),
    ...(has('firestore') ? firestoreRows(target) : []),
    ...seedRows(),
    firebaseJsonRow(),
    configRow(),
  ];
}

function functionsRows(codebase: Codebase, target: ReloadTarget): WatchedFiles[] {
  const plan = planFunctionsBuilds().find(({ name }) => name === codebase.name);
  const settings = settingsFiles(codebase, getProject());
  return [
    {
      server: 'functions',
      paths: [...new Set([codebase.folder, ...(plan?.inputs ?? [])])],
      ignores: (file) => /\.test\.[cm]?[jt]sx?$/.test(file) || isBelow(file, outputOf(codebase, plan)),
      async apply(changed) {
        const startedAt = performance.now();
        if (plan !== undefined) await buildFunction(plan, 'The last good build stays loaded.');
        return load(codebase, target, describeFiles(changed), startedAt);
      },
    },
    {
      server: 'functions',
      paths: settings,
      async apply(changed) {
        const startedAt = performance.now();
        const problems = copyFunctionsSettings(target.runFolder, getProject());
        if (problems.length > 0) return [...problems, 'The settings and secrets of before stay in force.'];
        return load(codebase, target, describeFiles(changed), startedAt);
      },
    },
  ];
}

/** What a build writes; undefined without a build. */
function outputOf({ folder }: Codebase, plan: BuildPlan | undefined): string | undefined {
  if (plan === undefined) return undefined;
  const [first] = relative(folder, plan.output).split(sep);
  return first === '..' ? plan.output : join(folder, first as string);
}

async function load(
  { name }: Codebase,
  { ports, firebaseTools }: ReloadTarget,
  cause: string,
  startedAt: number,
): Promise<string[]> {
  const result = await reloadFunctions(name, ports.functions, firebaseTools);
  if (result.functions === undefined) {
    return [`not reloaded: ${result.reason}`, 'The functions that were loaded before stay in place.'];
  }
  const took = Math.round(performance.now() - startedAt);
  return [`reloaded after a change of ${cause}, in ${took} ms: ${describeFunctions(result.functions)}`];
}

/** The names, where they fit a line of the terminal. */
function describeFunctions(names: readonly string[]): string {
  if (names.length === 0) return 'no function';
  return names.length <= NAMES_SHOWN ? names.join(', ') : `${names.length} functions`;
}

function firestoreRows({ ports }: ReloadTarget): WatchedFiles[] {
  const { rules, indexes } = getProject().firebase.firestore ?? {};
  return [
    ...(rules === undefined ? [] : [rulesRow(rules, ports.firestore)]),
    // Google's emulator has no way to give it indexes.
    ...(indexes === undefined || process.env.FIRESTORE_EMULATOR === 'official'
      ? []
      : [indexesRow(indexes, ports.firestore)]),
  ];
}

function rulesRow(file: string, port: number): WatchedFiles {
  return {
    server: 'rules',
    paths: [file],
    async apply() {
      if (!existsSync(file)) return `${displayPath(file)} is missing: the previous rules stay in force`;
      const { loaded, issues } = await loadRules(file, port);
      const outcome = loaded ? 'reloaded' : 'not reloaded: the previous rules stay in force';
      return [...issues, `${displayPath(file)} ${outcome}`];
    },
  };
}

function indexesRow(file: string, port: number): WatchedFiles {
  return {
    server: 'indexes',
    paths: [file],
    apply: async () => `${displayPath(file)} reloaded: ${await loadIndexes(file, port)} composite indexes`,
  };
}

/** The folders of the files that the command names, where they are not the project's own folder, and the import. */
function seedRows(): WatchedFiles[] {
  const { seed } = getProject().config;
  const files = (seed?.command ?? '').split(/\s+/).map((word) => projectPath(word));
  const sources = files
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .map((file) => (dirname(file) === projectPath() ? file : dirname(file)));
  const imported = seed?.import === undefined ? [] : [projectPath(seed.import)];
  const row = (paths: string[], remedy: string): WatchedFiles[] =>
    paths.length === 0
      ? []
      : [{ server: 'seed', paths, apply: async (changed) => `${describeFiles(changed)} changed; ${remedy}` }];
  return [
    ...row(sources, `${commandText('reset')} applies it, and deletes all other data`),
    ...row(imported, 'restart to apply it'),
  ];
}

function firebaseJsonRow(): WatchedFiles {
  const file = projectPath('firebase.json');
  const read = () => readJsonFile(file, 'Fix the file.').value;
  const started = read();
  return {
    server: 'config',
    paths: [file],
    apply: () =>
      keepRunning(async () => {
        readChangedFirebaseJson();
        return describeRestart(changedFields(started, read())).map(
          (line) => `firebase.json changed; ${line}`,
        );
      }),
  };
}

function configRow(): WatchedFiles {
  const { config } = getProject();
  return {
    server: 'config',
    paths: CONFIG_FILES.map((name) => projectPath(name)),
    apply: ([file]) =>
      keepRunning(async () => {
        const lines = describeConfigChange(config, await readChangedConfig());
        return lines.map((line) => `${displayPath(file as string)} changed; ${line}`);
      }),
  };
}

/** The lines of a change, or what is wrong with the file. */
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
