// Normalizes all valid shapes of firebase.json: sections that may be absent, an object or an array
// become lists with absolute paths.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import type { EmulatorName } from './define-config.ts';
import { type JsonFile, type JsonPath, NO_FILE, readJsonFile } from './json-file.ts';

/** The functions of one source folder. */
export interface Codebase {
  readonly name: string;
  readonly language: 'nodejs' | 'python';
  /** Absolute path of the source, which may not exist yet. */
  readonly folder: string;
  /** For messages: `firebase.json:4: "functions.source" names functions`. */
  readonly place: string;
  /** Absolute path of the folder with .env files. */
  readonly settingsFolder: string;
  /** The codebase's entry in firebase.json. */
  readonly entry: Readonly<Record<string, unknown>>;
}

interface Header {
  readonly key: string;
  readonly value: string;
}

/** An extension whose source is on this machine. */
export interface LocalExtension {
  /** The instance id. */
  readonly id: string;
  /** Absolute path of the folder that contains extension.yaml. */
  readonly folder: string;
}

/** One site of Hosting. */
export interface Site {
  /** Its target or site id; undefined for a project's only site. */
  readonly name: string | undefined;
  /** Absolute path of the files; undefined for a site that has only rewrites. */
  readonly folder: string | undefined;
  readonly entry: Readonly<Record<string, unknown>> & {
    readonly headers?: readonly { readonly headers: readonly Header[] }[];
  };
}

/** The rules and indexes of a Firestore database; each is undefined if there are none. */
interface DatabaseFiles {
  readonly rules: string | undefined;
  readonly indexes: string | undefined;
}

/**
 * The files of the default database, or else of the first one. They apply to all databases without
 * an entry.
 */
interface FirestoreFiles extends DatabaseFiles {
  /** The other databases. */
  readonly databases: readonly NamedDatabase[];
}

/** A database with its own rules and indexes. */
export interface NamedDatabase extends DatabaseFiles {
  readonly id: string;
}

/** Rules of the Realtime Database. */
interface InstanceRules {
  readonly rules: string | undefined;
  /** Undefined for the default instance, or when a target names the instances. */
  readonly instance: string | undefined;
  /** The deploy target, whose instances are in .firebaserc. */
  readonly target: string | undefined;
  /** True for entries of a list: a deployment requires them to be named. */
  readonly isInList: boolean;
}

/** An entry of `emulators`. */
interface EmulatorEntry {
  readonly host?: string;
  readonly port?: number;
  readonly websocketPort?: number;
}

/** A part of firebase.json that does not run here. */
export interface SkippedPart {
  /** Name and place: `database (firebase.json:12)`. */
  readonly name: string;
  readonly reason: string;
}

/** The parts of firebase.json that a stack depends on. Paths are absolute. */
export interface FirebaseJson {
  readonly firestore: FirestoreFiles | undefined;
  /** The rules of Storage; several when buckets have their own rules. */
  readonly storage: readonly {
    /** Undefined if the file does not exist and that is allowed. */
    readonly rules: string | undefined;
    /** The deploy target, whose buckets are in .firebaserc. */
    readonly target: string | undefined;
    readonly bucket: string | undefined;
  }[];
  /** Rules of the Realtime Database; several when instances have their own rules. */
  readonly database?: readonly InstanceRules[] | undefined;
  readonly codebases: readonly Codebase[];
  readonly extensions: readonly LocalExtension[];
  readonly sites: readonly Site[];
  /** Absolute path of the Remote Config template. */
  readonly remoteConfig?: string | undefined;
  /** The entries of `emulators`, by name. */
  readonly emulators: Readonly<Record<string, EmulatorEntry>>;
  readonly skipped: readonly SkippedPart[];
}

/** The parts of firebase.json to read, and how strictly. */
export interface FirebaseJsonOptions {
  /** The emulators whose sections are read; all when absent. */
  readonly only?: readonly EmulatorName[] | undefined;
  /** Absolute path. Default: firebase.json in the folder. */
  readonly file?: string | undefined;
  /**
   * If true, rules files must exist. Otherwise a missing file allows every request and is listed in
   * `skipped`.
   */
  readonly isStrict?: boolean | undefined;
}

const REMEDY = 'Fix firebase.json.';
/** Sections and emulators that do not run here, with the reason. */
export const UNAVAILABLE: Readonly<Record<string, string>> = {
  dataconnect: 'Data Connect has no emulator here',
  apphosting: 'App Hosting has no emulator here; start the app with web.command of savepoint.config.ts',
};

type Entry = Readonly<Record<string, unknown>>;

/** Reads values of firebase.json. Errors name the line of a value with the wrong type. */
class Reader {
  readonly #json: JsonFile;
  readonly folder: string;
  readonly #isStrict: boolean;

  constructor(json: JsonFile, folder: string, isStrict: boolean) {
    this.#json = json;
    this.folder = folder;
    this.#isStrict = isStrict;
  }

  locate(path: JsonPath): string {
    return this.#json.locate(path);
  }

  fail(path: JsonPath, expected: string, remedy = REMEDY): never {
    const name = path.length === 0 ? 'the file' : `"${path.join('.')}"`;
    throw new UserError(`${this.locate(path)}: ${name} ${expected}`, remedy);
  }

  object(value: unknown, path: JsonPath): Entry {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Entry;
    return this.fail(path, 'must be an object');
  }

  /** A section that may be absent, one object, or an array of objects, each with its path. */
  list(value: unknown, path: JsonPath): [Entry, JsonPath][] {
    if (value === undefined) return [];
    if (Array.isArray(value)) {
      return value.map((each, index) => [this.object(each, [...path, index]), [...path, index]]);
    }
    if (typeof value !== 'object' || value === null)
      this.fail(path, 'must be an object or an array of objects');
    return [[value as Entry, path]];
  }

  text(entry: Entry, name: string, path: JsonPath): string | undefined {
    const value = entry[name];
    if (value !== undefined && typeof value !== 'string') this.fail([...path, name], 'must be a string');
    return value as string | undefined;
  }

  /** The absolute path of a file. Throws if it does not exist. */
  file(entry: Entry, name: string, path: JsonPath, remedy = MISSING_REMEDY): string | undefined {
    const value = this.text(entry, name, path);
    if (value === undefined) return undefined;
    const file = resolve(this.folder, value);
    if (!existsSync(file)) this.fail([...path, name], `names ${value}, which does not exist`, remedy);
    if (!statSync(file).isFile())
      this.fail([...path, name], `names ${value}, which is not a file`, MISSING_REMEDY);
    return file;
  }

  /** The absolute path of the rules; undefined when there are none or their file is missing. */
  rules(entry: Entry, path: JsonPath, skip: Skip): string | undefined {
    const name = this.text(entry, 'rules', path);
    if (name === undefined || this.#isStrict || existsSync(resolve(this.folder, name))) {
      return this.file(entry, 'rules', path);
    }
    const reason = 'the file does not exist, so every request is allowed; create it and restart';
    skip([...path, 'rules'], `the rules of ${name}`, reason);
    return undefined;
  }

  port(entry: Entry, name: string, path: JsonPath): number | undefined {
    const value = entry[name];
    if (value === undefined) return undefined;
    // firebase-tools accepts a number in quotes.
    const port = Number(value);
    if (Number.isInteger(port) && port > 0 && port < 65_536 && typeof value !== 'boolean') return port;
    return this.fail([...path, name], 'must be a port, a whole number from 1 to 65535');
  }
}

const MISSING_REMEDY = 'Create the file, or correct its name in firebase.json.';

/**
 * Reads the firebase.json of a folder. As with firebase-tools, a missing file counts as empty if
 * `only` names just emulators that need no section.
 * @throws UserError with file and line when it is missing or malformed, a value has the wrong type,
 * or a named file does not exist
 */
export function readFirebaseJson(folder: string, options: FirebaseJsonOptions = {}): FirebaseJson {
  const { file = join(folder, 'firebase.json'), only } = options;
  const canBeMissing = only !== undefined && !only.includes('functions') && !only.includes('hosting');
  const json =
    canBeMissing && file === join(folder, 'firebase.json') && !existsSync(file)
      ? NO_FILE
      : readJsonFile(file, 'Fix the file, or run the command in a Firebase project.');
  const reader = new Reader(json, folder, options.isStrict ?? false);
  const config = includeFiles(reader, selectSections(reader.object(json.value, []), options.only));
  const skipped: SkippedPart[] = [];
  const skip = (path: JsonPath, name: string, reason: string) =>
    skipped.push({ name: `${name} (${reader.locate(path)})`, reason });
  const emulators = readEmulators(reader, config);
  for (const [name, reason] of options.only === undefined ? Object.entries(UNAVAILABLE) : []) {
    if (config[name] !== undefined) skip([name], name, reason);
    else if (emulators[name] !== undefined) skip(['emulators', name], name, reason);
  }
  return {
    firestore: readFirestore(reader, config, emulators, skip),
    database: readDatabase(reader, config, emulators, skip),
    storage: readStorage(reader, config, skip),
    codebases: readCodebases(reader, config, skip),
    extensions: readExtensions(reader, config, skip),
    sites: readSites(reader, config, skip),
    remoteConfig: readRemoteConfig(reader, config, skip),
    emulators,
    skipped,
  };
}

/**
 * Keeps the sections of these emulators and everything that is not an emulator's section. Functions
 * may exist without a section.
 */
function selectSections(config: Entry, only: readonly EmulatorName[] | undefined): Entry {
  if (only === undefined) return config;
  const sections = ['firestore', 'database', 'storage', 'functions', 'hosting', ...Object.keys(UNAVAILABLE)];
  const others = sections.filter((name) => !only.some((each) => each === name));
  // Extensions contain functions, and functions read Remote Config.
  if (!only.includes('functions')) others.push('extensions', 'remoteconfig');
  const selected = Object.entries(config).filter(([name]) => !others.includes(name));
  return { ...Object.fromEntries(selected), ...(!only.includes('functions') && { functions: [] }) };
}

type Skip = (path: JsonPath, name: string, reason: string) => void;

/** A section may be the name of a JSON file that contains it. */
function includeFiles(reader: Reader, config: Entry): Entry {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (typeof value !== 'string' || !value.endsWith('.json')) return [name, value];
      return [name, readJsonFile(reader.file(config, name, []) as string, MISSING_REMEDY).value];
    }),
  );
}

function readEmulators(reader: Reader, config: Entry): FirebaseJson['emulators'] {
  if (config.emulators === undefined) return {};
  const entries = Object.entries(reader.object(config.emulators, ['emulators']));
  return Object.fromEntries(
    entries
      .filter(([, value]) => typeof value !== 'boolean')
      .map(([name, value]) => {
        const path = ['emulators', name];
        const entry = reader.object(value, path);
        const host = reader.text(entry, 'host', path);
        const port = reader.port(entry, 'port', path);
        const websocketPort = reader.port(entry, 'websocketPort', path);
        return [
          name,
          { ...(host && { host }), ...(port && { port }), ...(websocketPort && { websocketPort }) },
        ];
      }),
  );
}

/**
 * The path of the indexes. firebase-tools reads them only for a deployment, so the file may be
 * missing.
 */
function readIndexes(reader: Reader, entry: Entry, path: JsonPath, skip: Skip): string | undefined {
  const name = reader.text(entry, 'indexes', path);
  if (name === undefined || existsSync(resolve(reader.folder, name)))
    return reader.file(entry, 'indexes', path);
  skip([...path, 'indexes'], `the indexes of ${name}`, 'the file does not exist, so no query needs an index');
  return undefined;
}

const DATABASE_ID = /^[a-z][a-z0-9-]{2,61}[a-z0-9]$/;

function readFirestore(
  reader: Reader,
  config: Entry,
  emulators: Readonly<Record<string, unknown>>,
  skip: Skip,
): FirebaseJson['firestore'] {
  const databases = reader.list(config.firestore, ['firestore']);
  const isDefault = ([entry]: [Entry, JsonPath]) =>
    [undefined, '(default)'].includes(entry.database as string);
  const main = databases.find(isDefault) ?? databases[0];
  if (main === undefined) {
    return emulators.firestore === undefined
      ? undefined
      : { rules: undefined, indexes: undefined, databases: [] };
  }
  for (const [entry, path] of databases) {
    if (reader.text(entry, 'edition', path)?.toLowerCase() === 'enterprise') {
      skip(path, 'the Enterprise edition of Firestore', 'the database starts in the standard edition');
    }
  }
  const filesOf = ([entry, path]: [Entry, JsonPath]): DatabaseFiles => ({
    rules: reader.rules(entry, path, skip),
    indexes: readIndexes(reader, entry, path, skip),
  });
  const named = databases
    .filter((database) => database !== main)
    .map((database) => ({ id: readDatabaseId(reader, database), ...filesOf(database) }));
  const ids = named.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index || id === main[0].database);
  if (twice !== undefined) reader.fail(['firestore'], `lists the database ${twice} twice`);
  return { ...filesOf(main), databases: named };
}

function readDatabaseId(reader: Reader, [entry, path]: [Entry, JsonPath]): string {
  const id = reader.text(entry, 'database', path);
  if (id === undefined) reader.fail(path, 'has no "database", which names its id');
  if (!DATABASE_ID.test(id)) {
    const expected = '4 to 63 lowercase letters, digits and hyphens, with a letter first';
    reader.fail([...path, 'database'], `is "${id}", which is not the id of a database: ${expected}`);
  }
  return id;
}

function readDatabase(
  reader: Reader,
  config: Entry,
  emulators: Readonly<Record<string, unknown>>,
  skip: Skip,
): FirebaseJson['database'] {
  if (config.database === undefined && emulators.database === undefined) return undefined;
  const entries = reader.list(config.database, ['database']);
  return entries.map(([entry, path]) => {
    const instance = reader.text(entry, 'instance', path);
    const target = reader.text(entry, 'target', path);
    if (entries.length > 1 && instance === undefined && target === undefined) {
      reader.fail(path, 'must have an "instance" or a "target", because there are several');
    }
    const isInList = Array.isArray(config.database);
    return { rules: reader.rules(entry, path, skip), instance, target, isInList };
  });
}

function readStorage(reader: Reader, config: Entry, skip: Skip): FirebaseJson['storage'] {
  return reader.list(config.storage, ['storage']).flatMap(([entry, path]) => {
    const rules = reader.rules(entry, path, skip);
    const target = reader.text(entry, 'target', path);
    const bucket = reader.text(entry, 'bucket', path);
    return entry.rules === undefined ? [] : [{ rules, target, bucket }];
  });
}

function readCodebases(reader: Reader, config: Entry, skip: Skip): Codebase[] {
  const section = config.functions ?? implicitFunctions(reader.folder);
  const codebases = reader.list(section, ['functions']).flatMap(([entry, path]): Codebase[] => {
    const name = reader.text(entry, 'codebase', path) ?? 'default';
    if (entry.remoteSource !== undefined) {
      skip(path, `functions of codebase ${name}`, 'their source is in another repository');
      return [];
    }
    const named = reader.text(entry, 'source', path);
    const source = named ?? 'functions';
    const folder = resolve(reader.folder, source);
    // firebase-tools still starts the other emulators.
    if (named === undefined && !existsSync(folder)) {
      skip(
        path,
        `functions of codebase ${name}`,
        'it names no source, and there is no folder named functions',
      );
      return [];
    }
    const runtime = reader.text(entry, 'runtime', path) ?? guessRuntime(folder);
    const language = runtime === undefined ? 'nodejs' : /^(nodejs|python)/.exec(runtime)?.[0];
    if (language === undefined) {
      skip(
        path,
        `functions of codebase ${name}`,
        `the runtime ${runtime} is not supported: use Node.js or Python`,
      );
      return [];
    }
    const settingsFolder = resolve(reader.folder, reader.text(entry, 'configDir', path) ?? source);
    const sourcePath = [...path, 'source'];
    const place = `${reader.locate(sourcePath)}: "${sourcePath.join('.')}" names ${source}`;
    return [{ name, language: language as Codebase['language'], folder, place, settingsFolder, entry }];
  });
  const names = codebases.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) reader.fail(['functions'], `lists the codebase ${twice} twice`);
  return codebases;
}

/** firebase-tools finds functions in this folder even if firebase.json does not mention them. */
function implicitFunctions(folder: string): Entry | undefined {
  const file = join(folder, 'functions', 'package.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('firebase-functions')
    ? { source: 'functions' }
    : undefined;
}

function guessRuntime(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return undefined;
  if (existsSync(join(folder, 'requirements.txt'))) return 'python';
  return existsSync(join(folder, 'pubspec.yaml')) ? 'dart' : undefined;
}

/** Extensions that are not a path are downloaded by firebase-tools, so they are skipped. */
function readExtensions(reader: Reader, config: Entry, skip: Skip): LocalExtension[] {
  if (config.extensions === undefined) return [];
  const entries = reader.object(config.extensions, ['extensions']);
  return Object.keys(entries).flatMap((id) => {
    const path = ['extensions', id];
    const source = reader.text(entries, id, ['extensions']) as string;
    const folder = resolve(reader.folder, source);
    const missing = ['extension.yaml', 'POSTINSTALL.md', 'functions/package.json'].find(
      (name) => !existsSync(join(folder, name)),
    );
    if (!/^(\.{1,2}|~|)\//.test(source)) {
      skip(
        path,
        `the extension ${id}`,
        `${source} would be downloaded from Google: use a path to its source`,
      );
    } else if (missing !== undefined) {
      skip(path, `the extension ${id}`, `${source} has no ${missing}`);
    } else return [{ id, folder }];
    return [];
  });
}

/** firebase-tools reads the template only for a deployment, so the file may be missing. */
function readRemoteConfig(reader: Reader, config: Entry, skip: Skip): string | undefined {
  if (config.remoteconfig === undefined) return undefined;
  const path = ['remoteconfig'];
  const entry = reader.object(config.remoteconfig, path);
  const name = reader.text(entry, 'template', path);
  if (name === undefined || existsSync(resolve(reader.folder, name))) {
    return reader.file(entry, 'template', path);
  }
  skip([...path, 'template'], 'Remote Config', `${name} does not exist: create it and restart`);
  return undefined;
}

function readSites(reader: Reader, config: Entry, skip: Skip): Site[] {
  return reader.list(config.hosting, ['hosting']).flatMap(([entry, path]): Site[] => {
    const name = reader.text(entry, 'target', path) ?? reader.text(entry, 'site', path);
    if (entry.source !== undefined) {
      const site = `Hosting${name === undefined ? '' : ` of ${name}`}`;
      skip(
        path,
        site,
        'web frameworks are not built here; start the dev server with web.command of savepoint.config.ts',
      );
      return [];
    }
    checkPatterns(reader, entry, path);
    const folder = reader.text(entry, 'public', path);
    return [{ name, folder: folder === undefined ? undefined : resolve(reader.folder, folder), entry }];
  });
}

/**
 * Production refuses to deploy a pattern that is not RE2; the Hosting emulator would fail on each
 * request.
 */
function checkPatterns(reader: Reader, entry: Entry, path: JsonPath): void {
  for (const section of ['redirects', 'rewrites', 'headers']) {
    for (const [rule, rulePath] of reader.list(entry[section], [...path, section])) {
      const regex = reader.text(rule, 'regex', rulePath);
      const problem = regex === undefined ? undefined : findPatternProblem(regex);
      if (problem !== undefined)
        reader.fail([...rulePath, 'regex'], `is not a valid RE2 expression: ${problem}`);
    }
  }
}

/** Few projects have a pattern, so its parser is loaded lazily. */
function findPatternProblem(regex: string): string | undefined {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');
  try {
    RE2JS.compile(regex);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
