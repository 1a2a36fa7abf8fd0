import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HOST, type Ports } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { UserError } from '../user-error.ts';
import { SETTINGS_FOLDER } from './functions-settings.ts';

interface Header {
  key: string;
  value: string;
}

/** The parts of firebase.json that the kit reads; the others are copied unchanged. */
export interface FirebaseConfig {
  firestore: { rules: string; indexes: string };
  functions: { source: string; predeploy?: string[]; [key: string]: unknown }[];
  hosting: {
    public: string;
    predeploy?: string[];
    headers?: { source: string; headers: Header[] }[];
    [key: string]: unknown;
  };
  emulators: Record<string, unknown>;
}

/**
 * Reads firebase.json.
 * @throws UserError when it, the rules or the indexes that it names are missing, unreadable or not JSON
 */
export function readFirebaseConfig(): FirebaseConfig {
  const file = repositoryPath('firebase.json');
  const config = parseJson(
    file,
    readRequiredFile(file, 'Restore it from version control.'),
  ) as FirebaseConfig;
  const remedy = 'Restore the file, or correct its name in firebase.json.';
  readRequiredFile(repositoryPath(config.firestore.rules), remedy);
  const indexes = repositoryPath(config.firestore.indexes);
  parseJson(indexes, readRequiredFile(indexes, remedy));
  return config;
}

/**
 * Writes the firebase.json of one run and returns its path: the repository's own, with the ports of the run, and paths that point at the
 * repository's sources. What is deployed does not change: everything but addresses is copied as it is.
 * @param folder the folder to write it to; firebase-tools also writes its logs there
 * @param hostingFolder absolute path of the files that the Hosting emulator serves
 */
export function writeRunConfig(folder: string, ports: Ports, hostingFolder: string): string {
  const config = readFirebaseConfig();
  const fromFolder = (path: string) => relative(folder, path);
  const address = (port: number) => ({ host: HOST, port });
  mkdirSync(hostingFolder, { recursive: true });
  const runConfig: FirebaseConfig = {
    ...config,
    firestore: copyRulesAndIndexes(folder, config.firestore),
    functions: config.functions.map((codebase) => ({
      ...codebase,
      source: fromFolder(repositoryPath(codebase.source)),
      configDir: SETTINGS_FOLDER,
    })),
    hosting: { ...config.hosting, public: fromFolder(hostingFolder), headers: localHeaders(config) },
    emulators: {
      singleProjectMode: true,
      ui: { enabled: false },
      auth: address(ports.auth),
      functions: address(ports.functions),
      firestore: { ...address(ports.firestore), websocketPort: ports.firestoreWebsocket },
      hosting: address(ports.hosting),
      hub: address(ports.hub),
      logging: address(ports.logging),
      eventarc: address(ports.eventarc),
      tasks: address(ports.tasks),
    },
  };
  const file = join(folder, 'firebase.json');
  writeFileSync(file, JSON.stringify(runConfig, null, 2));
  return file;
}

/** firebase-tools accepts rules inside its project folder only, so a run has copies; rules-reload.ts watches the originals. */
function copyRulesAndIndexes(
  folder: string,
  { rules, indexes }: FirebaseConfig['firestore'],
): FirebaseConfig['firestore'] {
  copyFileSync(repositoryPath(rules), join(folder, 'firestore.rules'));
  copyFileSync(repositoryPath(indexes), join(folder, 'firestore.indexes.json'));
  return { rules: 'firestore.rules', indexes: 'firestore.indexes.json' };
}

/** The Content-Security-Policy of production, plus this machine: locally Firestore, Auth and Functions are other ports of loopback. */
function localHeaders(config: FirebaseConfig): { source: string; headers: Header[] }[] {
  const local = `http://${HOST}:* ws://${HOST}:*`;
  return (config.hosting.headers ?? []).map((rule) => ({
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

function readRequiredFile(file: string, remedy: string): string {
  if (!existsSync(file)) throw new UserError(`${file} is missing`, remedy);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`, remedy);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not valid JSON: ${(error as Error).message}`, 'Fix the file.');
  }
}
