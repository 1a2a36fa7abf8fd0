// The Firebase project that this process works on: the nearest folder with a firebase.json, and its savepoint.config.ts.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../user-error.ts';
import { checkConfig } from './check-config.ts';
import type { CommandConfig, SavepointConfig, SeedFlag, ServiceConfig } from './define-config.ts';
import { type FirebaseJson, type FirebaseJsonOptions, readFirebaseJson } from './firebase-json.ts';
import { defaultAlias, type NamedProject, resolveProject } from './firebaserc.ts';
import { displayPath } from './json-file.ts';
import { type Only, parseOnly } from './only.ts';

/** What firebase.json and savepoint.config.ts say. */
export interface Project {
  readonly folder: string;
  readonly id: string;
  /** The alias of .firebaserc whose settings the functions have (`.env.ALIAS`). */
  readonly alias?: string | undefined;
  readonly config: SavepointConfig;
  /** Whether the project has a savepoint.config.ts; one without it gets no new files. */
  readonly hasConfigFile: boolean;
  readonly firebase: FirebaseJson;
}

/** The names that the configuration may have. */
export const CONFIG_FILES = [
  'savepoint.config.ts',
  'savepoint.config.mts',
  'savepoint.config.js',
  'savepoint.config.mjs',
];
const PROJECT_ID = /^[a-z0-9][a-z0-9-]{2,62}$/;
/** Firebase limits the id of a project to this length. */
const MAX_ID_LENGTH = 30;

const root = findRoot(process.cwd());
let opened: Project | undefined;
let chosen: NamedProject | undefined;
let only: Only | undefined;

/**
 * The project of the current folder. It is read once.
 * @throws UserError with file and line when there is none or a file of it is wrong
 */
export function getProject(): Project {
  opened ??= openProject();
  return opened;
}

/**
 * The folders of the functions, also where `--only` leaves these out: a service may need a secret of theirs. None where they cannot be read.
 */
export function functionsFolders(): readonly string[] {
  const codebases = () =>
    only === undefined
      ? getProject().firebase.codebases
      : readFirebaseJson(requireRoot(), { only: ['functions'] }).codebases;
  return readOr([], codebases).map(({ folder }) => folder);
}

/** The services of the configuration; none where the project cannot be read, so that help texts can always be printed. */
export function configuredServices(): Readonly<Record<string, ServiceConfig>> {
  return readOr({}, () => getProject().config.services);
}

/** The flags of `start` that the seed reads as variables; none where the project cannot be read. */
export function configuredSeedFlags(): Readonly<Record<string, SeedFlag>> {
  return readOr({}, () => getProject().config.seed?.flags);
}

/** The commands that the configuration adds; none where the project cannot be read. */
export function configuredCommands(): Readonly<Record<string, CommandConfig>> {
  return readOr({}, () => getProject().config.commands);
}

function readOr<T>(fallback: T, read: () => T | undefined): T {
  try {
    return read() ?? fallback;
  } catch (error) {
    if (error instanceof UserError) return fallback;
    throw error;
  }
}

/** The id of the project. Ids with the prefix `demo-` need no account: firebase-tools never contacts production for them. */
export function projectId(): string {
  return getProject().id;
}

/**
 * Uses another project than that of the configuration, from now on.
 * @param name its id, or its alias in .firebaserc
 * @throws UserError when it is neither
 */
export function chooseProject(name: string | undefined): void {
  if (name !== undefined) use(resolveProject(requireRoot(), name));
}

/** The same by its id, which may also be the name of an alias. */
export function chooseProjectId(id: string): void {
  use({ id });
}

function use(project: NamedProject): void {
  if (!PROJECT_ID.test(project.id)) {
    throw new UserError(
      `"${project.id}" is not a project id`,
      'One has lower-case letters, digits and hyphens: demo-app.',
    );
  }
  chosen = project;
  opened = undefined;
}

/**
 * Starts these emulators only, from now on, whatever the configuration says. What firebase.json says of others is not read.
 * @param names those of `--only`, comma separated
 * @throws UserError when one is no emulator or does not run here
 */
export function chooseEmulators(names: string | undefined): void {
  if (names === undefined) return;
  only = parseOnly(names);
  opened = undefined;
}

/**
 * What the ports of a stack depend on. It is read without the sections of emulators, which may be wrong where a stack has been started
 * without them.
 * @throws UserError with file and line when there is no project or this part of it is wrong
 */
export function getPortSettings(): Pick<SavepointConfig, 'services' | 'web'> &
  Pick<FirebaseJson, 'emulators'> {
  const folder = requireRoot();
  const configFile = findConfigFile(folder);
  const { services, web } =
    opened?.config ?? (configFile === undefined ? ({} as SavepointConfig) : readConfig(configFile));
  const { emulators } = opened?.firebase ?? readFirebaseJson(folder, { only: [] });
  return { emulators, ...(services && { services }), ...(web && { web }) };
}

/** What was given to `chooseEmulators`. */
export function chosenEmulators(): string | undefined {
  return only?.text;
}

/**
 * The firebase.json as the file says now; `getProject` keeps the one of the start.
 * @throws UserError with file and line when it is wrong
 */
export function readChangedFirebaseJson(): FirebaseJson {
  return readFirebaseJson(projectPath(), firebaseJsonOptions(getProject().config));
}

function firebaseJsonOptions({ allowMissingRules }: SavepointConfig): FirebaseJsonOptions {
  return { only: only?.emulators, allowMissingRules };
}

/** Absolute path of a file of the project; of the current folder, where there is no project. */
export function projectPath(...segments: string[]): string {
  return join(root ?? process.cwd(), ...segments);
}

/**
 * Absolute path of a file in the kit's own folder for the project: `.savepoint` where there is a savepoint.config.ts. A project without
 * one gets no new files: its folder is in the user's cache.
 */
export function statePath(...segments: string[]): string {
  return join(stateFolder(), ...segments);
}

/**
 * How a command of the kit is typed in this project: `npm start -- ARGUMENTS` where package.json has it as a script, but after
 * `npx savepoint` in the same way.
 */
export function commandText(name: string, args = ''): string {
  if (isRunByNpx()) return `npx savepoint ${name} ${args}`.trim();
  const script = Object.entries(packageScripts()).find(([, text]) =>
    new RegExp(`\\bsavepoint(\\.mjs)? ${name}$`).test(text),
  )?.[0];
  if (script === undefined) return `npx savepoint ${name} ${args}`.trim();
  const npm = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  return args === '' ? npm : `${npm} -- ${args}`;
}

/** npx names what it runs as npm does for a script; other programs that npx runs, such as a test runner, may run the kit, too. */
function isRunByNpx(): boolean {
  const { npm_command: command, npm_lifecycle_script: script = '' } = process.env;
  return command === 'exec' && /^['"]?savepoint\b/.test(script);
}

/** The scripts of the project's package.json; none when it has no such file. */
function packageScripts(): Readonly<Record<string, string>> {
  try {
    const { scripts } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')) as {
      scripts?: Record<string, string>;
    };
    return scripts ?? {};
  } catch {
    return {};
  }
}

function findRoot(folder: string): string | undefined {
  if (existsSync(join(folder, 'firebase.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRoot(parent);
}

function requireRoot(): string {
  if (root !== undefined) return root;
  throw new UserError(
    `There is no firebase.json in ${process.cwd()} or a folder above it`,
    'Run the command in a Firebase project, or create one with: npx firebase init',
  );
}

function openProject(): Project {
  const folder = requireRoot();
  const configFile = findConfigFile(folder);
  const config = configFile === undefined ? {} : readConfig(configFile);
  const firebase = readFirebaseJson(folder, firebaseJsonOptions(config));
  const { id, alias } =
    chosen ??
    (config.project === undefined
      ? { id: defaultId(folder), alias: defaultAlias(folder) }
      : { id: config.project, alias: undefined });
  const project = { folder, id, alias, config, hasConfigFile: configFile !== undefined, firebase };
  if (only === undefined) return project;
  return {
    ...project,
    config: { ...config, emulators: only.emulators },
    firebase: { ...firebase, skipped: [...firebase.skipped, ...only.skipped] },
  };
}

/** `demo-` and the name of the folder, as far as an id may have its characters. */
function defaultId(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `demo-${name}`.slice(0, MAX_ID_LENGTH).replace(/-+$/, '');
}

function findConfigFile(folder: string): string | undefined {
  return CONFIG_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
}

function readConfig(file: string): SavepointConfig {
  return checked(load(file), file);
}

function checked(config: SavepointConfig, file: string): SavepointConfig {
  checkConfig(config, displayPath(file));
  if (config.project !== undefined && !PROJECT_ID.test(config.project)) {
    throw new UserError(`${displayPath(file)}: "project" is "${config.project}", which is not a project id`);
  }
  return config;
}

/**
 * The configuration as its file says now; `getProject` keeps the one of the start. Modules that it imports are not read again.
 * @throws UserError with file and line when it cannot be loaded or is wrong
 */
export async function readChangedConfig(): Promise<SavepointConfig> {
  const file = findConfigFile(projectPath());
  if (file === undefined) return {};
  // A module is loaded once per URL, and a CommonJS module once per file.
  delete createRequire(file).cache[file];
  const url = `${pathToFileURL(file).href}?changed=${Date.now()}`;
  try {
    const loaded = (await import(url)) as { default?: SavepointConfig };
    return checked(loaded.default ?? {}, file);
  } catch (error) {
    throw error instanceof UserError ? error : loadError(error as Error, file);
  }
}

function load(file: string): SavepointConfig {
  try {
    // Node strips the types; a synchronous load keeps every function that reads the configuration synchronous.
    const loaded = createRequire(file)(file) as { default?: SavepointConfig };
    return loaded.default ?? {};
  } catch (error) {
    throw loadError(error as Error, file);
  }
}

function loadError(error: Error, file: string): UserError {
  const { code, message, stack = '' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_REQUIRE_ESM') {
    return new UserError(
      `${displayPath(file)} needs Node 22.18 or newer, but this is ${process.version}`,
      'Install Node 24, or write the configuration in JavaScript: savepoint.config.mjs.',
    );
  }
  const line = new RegExp(`${basename(file).replaceAll('.', '\\.')}(?:\\?changed=\\d+)?:(\\d+)`).exec(
    stack,
  )?.[1];
  const place = line === undefined ? displayPath(file) : `${displayPath(file)}:${line}`;
  return new UserError(`${place} cannot be loaded: ${message}`, 'Fix the file.');
}

function stateFolder(): string {
  const folder = resolve(root ?? process.cwd());
  if (findConfigFile(folder) !== undefined) {
    const own = join(folder, '.savepoint');
    if (!existsSync(join(own, '.gitignore'))) {
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, '.gitignore'), '*\n');
    }
    return own;
  }
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  return join(caches, 'savepoint', `${basename(folder)}-${hash}`);
}
