import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { EmulatorName } from '../config/define-config.ts';
import type { FirebaseJson, NamedDatabase, Site } from '../config/firebase-json.ts';
import { readStorageTargets } from '../config/firebaserc.ts';
import { HOST, type HostSettings, isOnNetwork, listenHost, networkAddresses } from '../config/listen-host.ts';
import type { ServerName } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { settingsFolder } from './functions-settings.ts';

/** The copy of firestore.rules in a run's folder. */
export const RULES_COPY = 'firestore.rules';

/**
 * For projects without Storage rules. firebase-tools uses the same for demo projects and refuses to
 * start for others.
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
  /** The folder to write to; firebase-tools also writes its logs there. */
  readonly folder: string;
  readonly project: Pick<Project, 'folder' | 'id' | 'firebase' | 'config' | 'host'>;
  /** Ports of the servers that the emulators need. */
  readonly ports: Readonly<Record<string, number>>;
  readonly emulators: readonly EmulatorName[];
  /** If true, firebase-tools reloads functions when one of their files changes. */
  readonly watchesFunctions: boolean;
}

/**
 * Writes the firebase.json of one run and returns its path. It is a copy of the project's own with
 * the ports of the run and absolute paths to the project's sources, without parts that do not run
 * here. Everything that is deployed is copied unchanged.
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
        // The site's build creates its folder later, but firebase-tools expects it to exist.
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
 * The emulator names for firebase-tools. If all functions come from extensions, there is no section
 * `functions`.
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
 * Copies the settings of extensions (`extensions/ID.env` and others) and returns the section with
 * the paths of their sources. Extensions without settings use their defaults.
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

/** These run in separate processes. */
const SEPARATE: readonly string[] = ['firestore', 'database'];

/** The names (as in `Ports`) of the ports that firebase-tools listens on for these emulators. */
export function firebaseToolsPorts(emulators: readonly EmulatorName[]): readonly ServerName[] {
  return [
    ...emulators.filter((name) => !SEPARATE.includes(name)),
    ...(emulators.includes('functions') ? ['eventarc'] : []),
    'hub',
    'logging',
  ];
}

/** Firestore and the Realtime Database are called at this machine's address. */
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
 * Copies the Firestore rules and indexes into a run's folder and returns their names there, because
 * firebase-tools accepts them only inside its project folder. stack/reload-table.ts watches the
 * originals.
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

/** The path of the copy of a database's rules in a run's folder. */
export function databaseRulesCopy(folder: string, { id, rules = '' }: NamedDatabase): string {
  return join(folder, 'databases', id, basename(rules));
}

/**
 * Writes the `--config` file of the Firestore emulator, which lists the databases with their own
 * rules and indexes. Returns its path, or undefined when there are none.
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
 * Storage rules may be an absolute path outside firebase-tools' project folder; it watches the file
 * itself. Rules for several buckets need targets, which firebase-tools reads from .firebaserc by
 * project id.
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
 * The buckets for each entry of Storage rules in firebase.json; undefined if one entry applies to
 * all. The deployed project's default bucket maps to that of the running project.
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
  // No entry names the default bucket, so the first entry applies to it.
  if (!(isNamed && targets !== undefined) && !all.flat().some(isDefault)) all[0]?.push(...defaults);
  return all;
}

/** The two possible names of a project's default bucket. */
const defaultBuckets = (id: string): readonly string[] => [`${id}.appspot.com`, `${id}.firebasestorage.app`];

/**
 * Identifies a site by its own name: firebase-tools would look up a target in .firebaserc, which
 * has none for a demo project.
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
 * The Content-Security-Policy of production plus this machine, because locally Firestore, Auth and
 * Functions have different ports.
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
