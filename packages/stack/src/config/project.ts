// A Firebase project: the nearest folder with a firebase.json, and its savepoint.config.ts.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../user-error.ts';
import { allowedOrigins } from './allowed-origins.ts';
import { checkConfig } from './check-config.ts';
import type { LimitsMode, SavepointConfig } from './define-config.ts';
import { type FirebaseJson, readFirebaseJson, type Site } from './firebase-json.ts';
import { defaultProject, type NamedProject, readHostingTargets, resolveProject } from './firebaserc.ts';
import { parseInspectPort } from './inspect-port.ts';
import { displayPath } from './json-file.ts';
import { parseLimitsMode } from './limits-mode.ts';
import { type ListenHost, parseListenHost } from './listen-host.ts';
import { checkSites, mayHaveFunctions, type Only, parseOnly } from './only.ts';
import { type Environment, processEnvironment } from './process-environment.ts';

/** The settings that decide the ports of a project's stacks. */
export interface PortSettings {
  readonly config: Pick<SavepointConfig, 'services' | 'web'>;
  readonly firebase: Pick<FirebaseJson, 'emulators'>;
}

/** An opened project: its files combined with the flags of a command. */
export interface Project extends PortSettings {
  /** Absolute path. */
  readonly folder: string;
  /**
   * Ids with the prefix `demo-` need no account: firebase-tools never contacts production for them.
   */
  readonly id: string;
  /** The alias in .firebaserc whose settings the functions use (`.env.ALIAS`). */
  readonly alias?: string | undefined;
  readonly config: SavepointConfig;
  /** Whether the project has a savepoint.config.ts. If not, no files are created in it. */
  readonly hasConfigFile: boolean;
  readonly firebase: FirebaseJson;
  /** Absolute path of firebase.json, or of the file of `--config`; it may not exist. */
  readonly firebaseFile: string;
  /** If true, functions that cannot be loaded fail the start. */
  readonly isStrict: boolean;
  /** How Firestore treats operations that exceed production's soft limits. */
  readonly limits: LimitsMode;
  /** The selection of `--only`; undefined without the flag. */
  readonly only: Only | undefined;
  /** The value of `--host`. */
  readonly host?: ListenHost | undefined;
  /** If true, the dev server and Hosting also have HTTPS addresses. */
  readonly https?: boolean | undefined;
  /**
   * The folders of all functions, including those that `--only` leaves out, because a service may
   * need their secrets.
   */
  readonly functionsFolders: readonly string[];
  /** The variables of the project's processes: those of this process and those set by flags. */
  readonly environment: Environment;
}

/** The command flags that change the project. */
export interface ProjectFlags {
  /** A project id, or an alias in .firebaserc, that overrides the configuration. */
  readonly project?: string | NamedProject | undefined;
  /** A file to read instead of firebase.json, relative to the current folder. */
  readonly config?: string | undefined;
  /**
   * The emulators to start, comma separated; overrides the configuration. The sections of other
   * emulators in firebase.json are not read.
   */
  readonly only?: string | undefined;
  /** The listen address of the servers that clients call. */
  readonly host?: string | undefined;
  readonly https?: boolean | undefined;
  /** If true, functions that cannot be loaded fail the start. Defaults to the configuration. */
  readonly strict?: boolean | undefined;
  /** A LimitsMode. Defaults to the configuration. */
  readonly limits?: string | undefined;
  /** Hosts, comma separated. */
  readonly allowOutbound?: string | undefined;
  /** Origins, comma separated. */
  readonly allowOrigin?: string | undefined;
  /** A port, or an empty string for the default one. */
  readonly inspectFunctions?: string | undefined;
}

/** The valid names of the configuration file. */
export const CONFIG_FILES = [
  'savepoint.config.ts',
  'savepoint.config.mts',
  'savepoint.config.js',
  'savepoint.config.mjs',
];
const PROJECT_ID = /^[a-z0-9][a-z0-9-]{2,62}$/;
/** Firebase's maximum length of a project id. */
const MAX_ID_LENGTH = 30;

/**
 * The nearest folder with a firebase.json, starting at the given one and going up. If there is
 * none, the given folder.
 */
export function findProjectFolder(folder: string): string {
  return folderAbove(folder) ?? folder;
}

function folderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, 'firebase.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : folderAbove(parent);
}

/** @throws UserError when the folder does not exist */
export function requireFolder(folder: string): void {
  if (!existsSync(folder)) throw new UserError(`The folder ${folder} does not exist`);
}

/**
 * Reads the project in a folder.
 * @throws UserError with file and line when there is none, or a file or a flag is wrong
 */
export function openProject(folder: string, flags: ProjectFlags = {}): Project {
  requireFolder(folder);
  const firebaseFile = flags.config === undefined ? join(folder, 'firebase.json') : resolve(flags.config);
  const only = flags.only === undefined ? undefined : parseOnly(flags.only);
  if (flags.config === undefined && only === undefined) requireFirebaseJson(folder);
  const configFile = findConfigFile(folder);
  const config = configFile === undefined ? {} : readConfig(configFile);
  const named = namedProject(folder, config, flags);
  const isStrict = flags.strict ?? config.strict ?? false;
  const opened = { folder, firebaseFile, config, only, id: named.id, isStrict };
  return {
    ...opened,
    ...named,
    config: only === undefined ? config : { ...config, emulators: only.emulators },
    hasConfigFile: configFile !== undefined,
    firebase: readSelected(opened),
    host: flags.host === undefined ? undefined : parseListenHost(flags.host),
    https: flags.https,
    limits: flags.limits === undefined ? (config.limits ?? 'warn') : parseLimitsMode(flags.limits),
    functionsFolders: readCodebases(folder, firebaseFile).map((codebase) => codebase.folder),
    environment: environmentOf(folder, config, flags),
  };
}

/**
 * The sections of firebase.json that `--only` names.
 * @throws UserError like `readFirebaseJson`, and when there is no such section
 */
function readSelected({
  folder,
  firebaseFile,
  only,
  isStrict,
  id,
}: Pick<Project, 'folder' | 'firebaseFile' | 'isStrict' | 'only' | 'id'>): FirebaseJson {
  const firebase = readFirebaseJson(folder, {
    file: firebaseFile,
    only: only?.emulators,
    isStrict,
  });
  if (only === undefined) return firebase;
  const codebases = firebase.codebases.map(({ name }) => name);
  const targets = only.sites === undefined ? {} : readHostingTargets(folder, id);
  const namesOf = ({ name }: Site) => (name === undefined ? [] : [name, ...(targets[name] ?? [])]);
  checkSites(only, firebase.sites.flatMap(namesOf));
  return {
    ...firebase,
    codebases: firebase.codebases.filter(({ name }) => mayHaveFunctions(only, name, codebases)),
    sites: firebase.sites.filter(
      (site) => only.sites === undefined || namesOf(site).some((name) => only.sites?.includes(name)),
    ),
    skipped: [...firebase.skipped, ...only.skipped],
  };
}

function namedProject(
  folder: string,
  config: SavepointConfig,
  { project }: ProjectFlags,
): Pick<Project, 'id' | 'alias'> {
  if (project === undefined) {
    if (config.project !== undefined) return { id: config.project, alias: undefined };
    const named = defaultProject(folder);
    // Samples have a placeholder instead, such as <your project id>.
    return named === undefined || !PROJECT_ID.test(named.id)
      ? { id: defaultId(folder), alias: named?.alias }
      : { id: named.id, alias: named.alias };
  }
  const { id, alias } = typeof project === 'string' ? resolveProject(folder, project) : project;
  if (PROJECT_ID.test(id)) return { id, alias };
  throw new UserError(
    `"${id}" is not a project id`,
    'Expected lowercase letters, digits and hyphens, such as demo-app.',
  );
}

/** Returns none if they cannot be read. */
function readCodebases(folder: string, file: string): FirebaseJson['codebases'] {
  return readOr([], () => readFirebaseJson(folder, { file, only: ['functions'] }).codebases);
}

/** Adds the project's installed programs to PATH, as in the scripts of its package.json. */
function environmentOf(folder: string, config: SavepointConfig, flags: ProjectFlags): Environment {
  const { allowOutbound, allowOrigin, inspectFunctions } = flags;
  const variables = processEnvironment();
  return {
    ...variables,
    PATH: [join(folder, 'node_modules', '.bin'), variables.PATH ?? ''].join(delimiter),
    SAVEPOINT_ALLOW_OUTBOUND:
      allowOutbound ?? variables.SAVEPOINT_ALLOW_OUTBOUND ?? (config.allowOutbound ?? []).join(),
    SAVEPOINT_ALLOW_ORIGIN: allowedOrigins(allowOrigin, variables),
    // Rejections of requests name the command that would allow them.
    SAVEPOINT_START_COMMAND: commandText(folder, 'start', '--allow-origin'),
    // Read by packages/firebase-tools/patches/inspect-ports.ts.
    ...(inspectFunctions !== undefined && {
      SAVEPOINT_INSPECT_FUNCTIONS: parseInspectPort(inspectFunctions),
    }),
  };
}

/**
 * The configuration of a folder; empty if it cannot be read, so that help can always be printed.
 */
export function readConfigForHelp(folder: string): SavepointConfig {
  const file = findConfigFile(folder);
  return file === undefined ? {} : readOr({}, () => readConfig(file));
}

function readOr<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) return fallback;
    throw error;
  }
}

/**
 * The settings that decide the ports of a stack. Sections of emulators are not read: they may be
 * wrong in a stack that was started without them.
 * @throws UserError with file and line when there is no project or one of these settings is wrong
 */
export function readPortSettings(folder: string): PortSettings {
  const configFile = findConfigFile(folder);
  const config = configFile === undefined ? {} : readConfig(configFile);
  return { config, firebase: readFirebaseJson(folder, { only: [] }) };
}

/**
 * Rereads the firebase.json of a project.
 * @throws UserError with file and line when it is wrong
 */
export function readChangedFirebaseJson(project: Project): FirebaseJson {
  return readSelected(project);
}

/**
 * Absolute path of a file in the kit's folder for a project: `.savepoint` if there is a
 * savepoint.config.ts, or else a folder in the user's cache, so that no files are created in the
 * project.
 */
export function statePath(folder: string, ...segments: string[]): string {
  return join(stateFolder(folder), ...segments);
}

/**
 * The command line of a kit command in a project: `npm start -- ARGUMENTS` if package.json has it
 * as a script and the kit was not run by npx, or else `npx savepoint`.
 */
export function commandText(folder: string, name: string, args = ''): string {
  if (isRunByNpx()) return `npx savepoint ${name} ${args}`.trim();
  const script = Object.entries(packageScripts(folder)).find(([, text]) =>
    new RegExp(`\\bsavepoint(\\.mjs)? ${name}$`).test(text),
  )?.[0];
  if (script === undefined) return `npx savepoint ${name} ${args}`.trim();
  const npm = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  return args === '' ? npm : `${npm} -- ${args}`;
}

/**
 * npx sets the name of the command like npm does for a script. Other programs that npx runs, such
 * as a test runner, may run the kit, too.
 */
function isRunByNpx(): boolean {
  const { npm_command: command, npm_lifecycle_script: script = '' } = processEnvironment();
  return command === 'exec' && /^['"]?savepoint\b/.test(script);
}

function packageScripts(folder: string): Readonly<Record<string, string>> {
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>;
    };
    return scripts ?? {};
  } catch {
    return {};
  }
}

function requireFirebaseJson(folder: string): void {
  if (existsSync(join(folder, 'firebase.json'))) return;
  throw new UserError(
    `There is no firebase.json in ${folder} or a folder above it`,
    'Run the command in a Firebase project, create one with: npx firebase init, or name emulators that need none: --only auth,firestore',
  );
}

/** `demo-` and the folder name, reduced to the characters that an id may have. */
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
 * Rereads the project's configuration. Modules that it imports are not reloaded.
 * @throws UserError with file and line when it cannot be loaded or is wrong
 */
export async function readChangedConfig({ folder }: Pick<Project, 'folder'>): Promise<SavepointConfig> {
  const file = findConfigFile(folder);
  if (file === undefined) return {};
  // An ES module is loaded once per URL, and a CommonJS module once per file.
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
    // Node strips the types. Loading synchronously keeps all functions that read the configuration
    // synchronous.
    const loaded = createRequire(file)(file) as { default?: SavepointConfig };
    return loaded.default ?? {};
  } catch (error) {
    throw loadError(error as Error, file);
  }
}

function loadError(error: Error, file: string): UserError {
  const { message, stack = '' } = error;
  const line = new RegExp(`${basename(file).replaceAll('.', '\\.')}(?:\\?changed=\\d+)?:(\\d+)`).exec(
    stack,
  )?.[1];
  const place = line === undefined ? displayPath(file) : `${displayPath(file)}:${line}`;
  return new UserError(`${place} cannot be loaded: ${message}`, 'Fix the file.');
}

function stateFolder(path: string): string {
  const folder = resolve(path);
  if (findConfigFile(folder) !== undefined) {
    const own = join(folder, '.savepoint');
    if (!existsSync(join(own, '.gitignore'))) {
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, '.gitignore'), '*\n');
    }
    return own;
  }
  const caches = processEnvironment().XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  return join(caches, 'savepoint', `${basename(folder)}-${hash}`);
}
