// Owns the command line: our own flags and the argv that firebase-tools gives to Google's emulator. Starts nothing.

import { parseArgs } from 'node:util';
import { usageErrorOf } from '@savepoint/emulator-shared/process/command-line';

/** What the command line asks for. */
export interface CommandLine {
  readonly host: string;
  readonly port: number;
  /** Port of the request monitor; undefined: none. */
  readonly websocketPort: number | undefined;
  /** The project that --rules, --indexes and triggers belong to when a request names none. */
  readonly projectId: string;
  readonly rules: string | undefined;
  readonly indexes: string | undefined;
  readonly requireIndexes: boolean;
  readonly dataDir: string | undefined;
  /** An `….overall_export_metadata` file or the folder it lies in. */
  readonly importFrom: string | undefined;
  /** host:port of the functions emulator. */
  readonly functionsEmulator: string | undefined;
  /** What to do with requests for other projects than `projectId`. */
  readonly singleProjectMode: 'off' | 'warn' | 'refuse';
  readonly allowedHosts: readonly string[];
  readonly exitWithParent: boolean;
  /** Prints one line per request. */
  readonly logRequests: boolean;
}

/** Whose database --import fills when nobody says. */
export const DEFAULT_PROJECT = 'demo-project';

/** A command line that cannot be followed; its message says how to mend it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `savepoint-firestore: a local Cloud Firestore.

  savepoint-firestore --port 8080 --rules firestore.rules

  --host HOST             address to listen on (127.0.0.1)
  --port PORT             gRPC, REST, WebChannel and admin endpoints (8080; 0 takes a free one)
  --rules FILE            security rules; without them everything is allowed
  --project ID            project that --rules belongs to (demo-project)
  --indexes FILE          firestore.indexes.json
  --require-indexes       refuse queries whose composite index is not in --indexes, as production does
  --data-dir FOLDER       keep the documents on disk
  --import PATH           start with an export of this emulator, of Google's, or of production
  --functions-emulator H:P  where document triggers go
  --websocket-port PORT   request monitor for the Emulator UI
  --single-project-mode true  warn of requests for other projects than --project; --single-project-mode-error true refuses them
  --allowed-host NAME     answer requests with this Host header too (may be repeated)
  --log-requests          print one line per request: allow or deny, and the rule line
  --exit-with-parent      stop when the process that started this one ends
  -h, --help              this text
  --version               the version
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;

const OPTIONS = {
  host: TEXT,
  port: TEXT,
  'websocket-port': TEXT,
  project: TEXT,
  rules: TEXT,
  indexes: TEXT,
  'require-indexes': FLAG,
  'data-dir': TEXT,
  import: TEXT,
  'functions-emulator': TEXT,
  'single-project-mode': TEXT,
  'single-project-mode-error': TEXT,
  'allowed-host': { type: 'string', multiple: true },
  'exit-with-parent': FLAG,
  'log-requests': FLAG,
  // Accepted from firebase-tools; this emulator has one edition, and one port for WebChannel and the rest.
  'database-edition': TEXT,
  'webchannel-port': TEXT,
} as const;

/** Google's emulator's names for the same things. */
const ALIASES: Readonly<Record<string, keyof typeof OPTIONS>> = {
  'project-id': 'project',
  'seed-from-export': 'import',
};

/** Drops `-Dkey=value`, `-jar PATH`; turns `--websocket_port` into `--websocket-port`. */
function withoutJava(argv: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const arg = argv[index] as string;
    if (/^-(D|X)/.test(arg)) continue;
    if (arg === '-jar') {
      index++;
      continue;
    }
    const [, name, rest] = /^--([^=]+)(.*)$/s.exec(arg) ?? [];
    const dashed = name?.replaceAll('_', '-');
    kept.push(dashed === undefined ? arg : `--${ALIASES[dashed] ?? dashed}${rest}`);
  }
  return kept;
}

function portNumber(flag: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--${flag} ${text}: a port is a number from 0 to 65535.`);
}

function optionalPort(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : portNumber(flag, text);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: withoutJava(argv), options: OPTIONS, strict: true, allowPositionals: false })
      .values;
  } catch (error) {
    throw new UsageError(usageErrorOf(error as Error, Object.keys(OPTIONS), argv).message);
  }
}

function checkAddress(flag: string, address: string | undefined): string | undefined {
  if (address === undefined || /^\[?[^\s/]+\]?:\d+$/.test(address)) return address;
  throw new UsageError(`--${flag} ${address}: expected host:port, e.g. 127.0.0.1:5001.`);
}

function singleProjectMode(mode = 'false', error = 'false'): CommandLine['singleProjectMode'] {
  if (error === 'true') return 'refuse';
  return mode === 'true' ? 'warn' : 'off';
}

/** Reads the arguments after the program's name. Throws UsageError. `environment` supplies what flags leave open. */
export function parseCommandLine(argv: readonly string[], environment: NodeJS.ProcessEnv): CommandLine {
  const values = parse(argv);
  const edition = values['database-edition'];
  if (edition !== undefined && edition.toLowerCase() !== 'standard') {
    throw new UsageError(`--database-edition ${edition}: this emulator serves the standard edition only.`);
  }
  return {
    host: values.host ?? '127.0.0.1',
    port: portNumber('port', values.port ?? '8080'),
    websocketPort: optionalPort('websocket-port', values['websocket-port']),
    projectId: values.project ?? environment.GCLOUD_PROJECT ?? DEFAULT_PROJECT,
    rules: values.rules,
    indexes: values.indexes ?? environment.SAVEPOINT_FIRESTORE_INDEXES,
    requireIndexes: values['require-indexes'] ?? environment.SAVEPOINT_FIRESTORE_REQUIRE_INDEXES === '1',
    dataDir: values['data-dir'] ?? environment.SAVEPOINT_FIRESTORE_DATA_DIR,
    importFrom: values.import,
    functionsEmulator: checkAddress('functions-emulator', values['functions-emulator']),
    singleProjectMode: singleProjectMode(values['single-project-mode'], values['single-project-mode-error']),
    allowedHosts: values['allowed-host'] ?? [],
    exitWithParent: values['exit-with-parent'] ?? environment.SAVEPOINT_EXIT_WITH_PARENT === '1',
    logRequests: values['log-requests'] ?? environment.SAVEPOINT_FIRESTORE_LOG_REQUESTS === '1',
  };
}
