// Owns the firebase.json of one run: the repository's own one with this run's ports, pointing at the same sources. It must not change
// what is deployed: everything but addresses is taken over as it stands.
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

/** The parts of firebase.json that the kit reads; the rest passes through untouched. */
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

/** Reads firebase.json and makes sure that the files it names can be read. */
export function readFirebaseConfig(): FirebaseConfig {
  const file = repositoryPath('firebase.json');
  const config = parse(file, readRequiredFile(file, 'Restore it from version control.')) as FirebaseConfig;
  readRequiredFile(
    repositoryPath(config.firestore.rules),
    'Restore the file, or name the right one in firebase.json.',
  );
  const indexes = repositoryPath(config.firestore.indexes);
  parse(indexes, readRequiredFile(indexes, 'Restore the file, or name the right one in firebase.json.'));
  return config;
}

/**
 * Writes the run's firebase.json.
 * @param folder where it is written; firebase-tools also keeps its logs there
 * @param hostingFolder absolute path of the files that the Hosting emulator serves
 */
export function writeRunConfig(folder: string, ports: Ports, hostingFolder: string): string {
  const config = readFirebaseConfig();
  const fromRun = (path: string) => relative(folder, path);
  const address = (port: number) => ({ host: HOST, port });
  mkdirSync(hostingFolder, { recursive: true });
  const runConfig: FirebaseConfig = {
    ...config,
    firestore: copyInto(folder, config.firestore),
    functions: config.functions.map((codebase) => ({
      ...codebase,
      source: fromRun(repositoryPath(codebase.source)),
      configDir: SETTINGS_FOLDER,
    })),
    hosting: { ...config.hosting, public: fromRun(hostingFolder), headers: localHeaders(config) },
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

/** firebase-tools takes rules from inside the project folder only, so the run has copies; rules-reload.ts watches the originals. */
function copyInto(
  folder: string,
  { rules, indexes }: FirebaseConfig['firestore'],
): FirebaseConfig['firestore'] {
  copyFileSync(repositoryPath(rules), join(folder, 'firestore.rules'));
  copyFileSync(repositoryPath(indexes), join(folder, 'firestore.indexes.json'));
  return { rules: 'firestore.rules', indexes: 'firestore.indexes.json' };
}

/** The content policy of production, plus this machine: locally Firestore, Auth and Functions are other ports of loopback. */
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

function readRequiredFile(file: string, mend: string): string {
  if (!existsSync(file)) throw new UserError(`${file} is missing`, mend);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`, mend);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${(error as Error).message}`, 'Mend the file.');
  }
}
