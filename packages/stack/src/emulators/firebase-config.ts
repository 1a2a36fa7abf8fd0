import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { EmulatorName } from '../config/define-config.ts';
import type { FirebaseJson, NamedDatabase, Site } from '../config/firebase-json.ts';
import { readStorageTargets } from '../config/firebaserc.ts';
import { HOST, type HostSettings, isOnNetwork, listenHost, networkAddresses } from '../config/listen-host.ts';
import type { ServerName } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { settingsFolder } from './functions-settings.ts';

/** The copy of the rules of Firestore in the folder of a run. */
export const RULES_COPY = 'firestore.rules';

/**
 * For a project that has no rules for Storage: firebase-tools has the same for demo projects, and
 * refuses to start for others.
 */
const OPEN_STORAGE_RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{file=**} {
      allow read, write;
    }
  }
}
`;

export interface RunConfig {
  /** Where the file is written; firebase-tools also writes its logs there. */
  readonly folder: string;
  readonly project: Pick<Project, 'folder' | 'id' | 'firebase' | 'config' | 'host'>;
  /** Those of the servers that the emulators need. */
  readonly ports: Readonly<Record<string, number>>;
  readonly emulators: readonly EmulatorName[];
  /** Whether firebase-tools loads functions again when one of their files has changed. */
  readonly watchesFunctions: boolean;
}

/**
 * Writes the firebase.json of one run and returns its path: the project's own, with the ports of
 * the run, and paths that point at the project's sources. What is deployed does not change:
 * everything but addresses is copied as it is. What does not run here is left out.
 */
export function writeRunConfig({ folder, project, ports, emulators, watchesFunctions }: RunConfig): string {
  const { firebase, config } = project;
  const runConfig = {
    ...(emulators.includes('firestore') && { firestore: copyRulesAndIndexes(folder, project) }),
    ...(emulators.includes('storage') && storageSection(folder, project)),
    ...(emulators.includes('functions') && { extensions: copyExtensions(folder, project) }),
    ...(emulators.includes('functions') &&
      firebase.codebases.length > 0 && {
        functions: firebase.codebases.map((codebase) => ({
          ...codebase.entry,
          codebase: codebase.name,
          source: relative(folder, codebase.folder),
          configDir: settingsFolder(codebase.name),
          ...(!watchesFunctions && { ignore: ['**'] }),
        })),
      }),
    ...(emulators.includes('hosting') && {
      hosting: firebase.sites.map((site) => {
        // The build of a site writes its folder later; firebase-tools expects it to exist.
        if (site.folder !== undefined && config.build?.hosting !== undefined)
          mkdirSync(site.folder, { recursive: true });
        return siteSection(folder, site, project);
      }),
    }),
    emulators: emulatorsSection(project, ports, emulators),
  };
  const file = join(folder, 'firebase.json');
  writeFileSync(file, JSON.stringify(runConfig, null, 2));
  return file;
}

/**
 * The emulators as firebase-tools names them: those whose functions are of extensions only have no
 * section `functions`.
 */
export function emulatorTargets(
  emulators: readonly EmulatorName[],
  { codebases, extensions }: Pick<FirebaseJson, 'codebases' | 'extensions'>,
): readonly string[] {
  if (!emulators.includes('functions') || extensions.length === 0) return emulators;
  const others = codebases.length > 0 ? emulators : emulators.filter((name) => name !== 'functions');
  return [...others, 'extensions'];
}

/**
 * Copies the settings of extensions, `extensions/ID.env` and others, and returns the section with
 * the paths of their sources. One without settings has its defaults.
 */
function copyExtensions(
  folder: string,
  { folder: projectFolder, firebase: { extensions } }: RunConfig['project'],
): Record<string, string> {
  const [from, to] = [projectFolder, folder].map((each) => join(each, 'extensions')) as [string, string];
  if (extensions.length > 0) mkdirSync(to, { recursive: true });
  for (const { id } of extensions) {
    writeFileSync(join(to, `${id}.env`), '');
    for (const name of existsSync(from) ? readdirSync(from) : []) {
      if (name.startsWith(`${id}.`)) copyFileSync(join(from, name), join(to, name));
    }
  }
  return Object.fromEntries(extensions.map((extension) => [extension.id, extension.folder]));
}

/** Processes of their own. */
const SEPARATE: readonly string[] = ['firestore', 'database'];

/** The names of the ports, as in `Ports`, that firebase-tools listens on with these emulators. */
export function firebaseToolsPorts(emulators: readonly EmulatorName[]): readonly ServerName[] {
  return [
    ...emulators.filter((name) => !SEPARATE.includes(name)),
    ...(emulators.includes('functions') ? ['eventarc'] : []),
    'hub',
    'logging',
  ];
}

/** Firestore and the Realtime Database are called on this machine. */
function emulatorsSection(
  settings: HostSettings,
  ports: RunConfig['ports'],
  emulators: readonly EmulatorName[],
): Record<string, unknown> {
  const { firestoreWebsocket: websocketPort } = ports;
  const names = [...firebaseToolsPorts(emulators), ...emulators.filter((name) => SEPARATE.includes(name))];
  const hostOf = (name: string) => (SEPARATE.includes(name) ? HOST : listenHost(settings, name));
  const wanted = Object.fromEntries(names.map((name) => [name, { host: hostOf(name), port: ports[name] }]));
  return {
    singleProjectMode: true,
    ui: { enabled: false },
    ...wanted,
    ...(wanted.firestore && { firestore: { ...wanted.firestore, websocketPort } }),
  };
}

/**
 * Copies the rules and indexes of Firestore into the folder of a run, and returns their names
 * there. firebase-tools accepts those inside its project folder only; stack/reload-table.ts watches
 * the originals.
 */
export function copyRulesAndIndexes(
  folder: string,
  { firebase }: Pick<RunConfig['project'], 'firebase'>,
): { readonly rules?: string; readonly indexes?: string } {
  const { rules, indexes } = firebase.firestore ?? {};
  if (rules !== undefined) copyFileSync(rules, join(folder, RULES_COPY));
  if (indexes !== undefined) copyFileSync(indexes, join(folder, 'firestore.indexes.json'));
  return {
    ...(rules !== undefined && { rules: RULES_COPY }),
    ...(indexes !== undefined && { indexes: 'firestore.indexes.json' }),
  };
}

/** Where the rules of a database are copied to in the folder of a run. */
export function databaseRulesCopy(folder: string, { id, rules = '' }: NamedDatabase): string {
  return join(folder, 'databases', id, basename(rules));
}

/**
 * Writes the file for `--config` of the Firestore emulator, which has the databases that have rules
 * and indexes of their own, and returns its path; undefined when there are none.
 */
export function writeDatabases(
  folder: string,
  { firebase }: Pick<RunConfig['project'], 'firebase'>,
): string | undefined {
  const databases = firebase.firestore?.databases ?? [];
  if (databases.length === 0) return undefined;
  const entries = databases.map((database) => {
    const { id, rules, indexes } = database;
    const copy = databaseRulesCopy(folder, database);
    if (rules !== undefined) {
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(rules, copy);
    }
    return { database: id, ...(rules !== undefined && { rules: copy }), indexes };
  });
  const file = join(folder, 'firestore-databases.json');
  writeFileSync(file, JSON.stringify({ firestore: entries }));
  return file;
}

/**
 * An absolute path of rules may be outside of firebase-tools' project folder; it watches the file
 * itself. Rules of several buckets need targets, which firebase-tools reads from .firebaserc for
 * the id of the project.
 */
function storageSection(folder: string, project: RunConfig['project']): Record<string, unknown> {
  const open = 'storage.rules';
  writeFileSync(join(folder, open), OPEN_STORAGE_RULES);
  const { firebase, id } = project;
  const buckets = storageBuckets(project);
  if (buckets === undefined) return { storage: { rules: firebase.storage[0]?.rules ?? open } };
  const targets = firebase.storage.map(({ target }, index) => target ?? `bucket-${index}`);
  const bucketsByTarget = Object.fromEntries(targets.map((target, index) => [target, buckets[index]]));
  const targetsById = { [id]: { storage: bucketsByTarget } };
  writeFileSync(join(folder, '.firebaserc'), JSON.stringify({ targets: targetsById }));
  return {
    storage: firebase.storage.map(({ rules }, index) => ({ target: targets[index], rules: rules ?? open })),
  };
}

/**
 * The buckets of each of firebase.json's rules; undefined when there is one for all buckets. The
 * default bucket of the deployed project is here that of the project that runs.
 */
function storageBuckets({ folder, firebase, id }: RunConfig['project']): readonly string[][] | undefined {
  const targets = readStorageTargets(folder, id);
  const named = firebase.storage.map(({ target, bucket }) =>
    bucket === undefined ? targets?.buckets[target ?? ''] : [bucket],
  );
  const isNamed = named.some((buckets) => buckets !== undefined);
  if (firebase.storage.length < 2 && !isNamed) return undefined;
  const defaults = defaultBuckets(id);
  const isDefault = (bucket: string) => [...defaults, ...defaultBuckets(targets?.id ?? id)].includes(bucket);
  const all = named.map((buckets, index) => {
    const own = buckets ?? [firebase.storage[index]?.target ?? `bucket-${index}`];
    return own.some(isDefault) ? [...own, ...defaults] : [...own];
  });
  // Nothing says which are those of the default bucket: the first are.
  if (!(isNamed && targets !== undefined) && !all.flat().some(isDefault)) all[0]?.push(...defaults);
  return all;
}

/** Both names that the default bucket of a project may have. */
const defaultBuckets = (id: string): readonly string[] => [`${id}.appspot.com`, `${id}.firebasestorage.app`];

/**
 * A site of its own name: firebase-tools would look up a target in .firebaserc, which has none for
 * a demo project.
 */
function siteSection(
  folder: string,
  { name, folder: files, entry }: Site,
  { id: projectId, ...settings }: Pick<Project, 'id' | 'firebase' | 'host'>,
): unknown {
  const hosts = [HOST, ...(isOnNetwork(settings, 'hosting') ? networkAddresses() : [])];
  const { target: _target, ...rest } = entry;
  return {
    ...rest,
    site: name ?? projectId,
    ...(files !== undefined && { public: relative(folder, files) }),
    ...(entry.headers !== undefined && { headers: localHeaders(entry.headers, hosts) }),
  };
}

/**
 * The Content-Security-Policy of production, plus this machine: locally Firestore, Auth and
 * Functions are other ports of it.
 */
function localHeaders(rules: NonNullable<Site['entry']['headers']>, hosts: readonly string[]): unknown[] {
  const local = hosts.map((host) => `http://${host}:* ws://${host}:*`).join(' ');
  return rules.map((rule) => ({
    ...rule,
    headers: rule.headers.map(({ key, value }) => ({
      key,
      value:
        key === 'Content-Security-Policy'
          ? value.replace(/(connect-src|frame-src|form-action|img-src|script-src) /g, `$1 ${local} `)
          : value,
    })),
  }));
}
