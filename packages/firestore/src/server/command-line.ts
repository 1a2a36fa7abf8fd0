import { type AllowCommands, EMULATOR_FLAGS } from '@savepoint/server/guard/request-guard';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import {
  parseFlags,
  programCommand,
  UsageError,
  unusablePath as unusablePathOf,
} from '@savepoint/server/process/command-line';
import type { LimitsMode } from '../emulator/firestore-emulator.ts';
import type { ExpectedHotspots } from '../limits/traffic.ts';

/** The settings from the command line. */
export interface CommandLine {
  readonly host: string;
  readonly port: number;
  /** Port of the request monitor; undefined disables it. */
  readonly websocketPort: number | undefined;
  /** The project of --import and of single project mode. */
  readonly projectId: string;
  readonly rules: string | undefined;
  readonly indexes: string | undefined;
  /** A firebase.json with the rules and indexes of each database. */
  readonly config: string | undefined;
  readonly requireIndexes: boolean;
  readonly dataDir: string | undefined;
  /** An `….overall_export_metadata` file, or the folder that contains it. */
  readonly importFrom: string | undefined;
  /** host:port of the Functions emulator. */
  readonly functionsEmulator: string | undefined;
  /** How to treat requests for projects other than `projectId`. */
  readonly singleProjectMode: 'off' | 'warn' | 'error';
  /** Pipelines need the enterprise edition, as in production. */
  readonly edition: 'standard' | 'enterprise';
  /** How to treat operations that exceed production's soft limits. */
  readonly limits: LimitsMode;
  /** Paths that may exceed a soft limit, with the reason. */
  readonly expectedHotspots: ExpectedHotspots;
  readonly allowedHosts: readonly string[];
  /** Origins of web pages on other machines that may call, e.g. `https://app.example:5173`. */
  readonly allowedOrigins: readonly string[];
  /** The command with which the developer allows more callers. */
  readonly allow: AllowCommands;
  /** The folder below which exports are written; undefined is the working directory. */
  readonly exportRoot: string | undefined;
  readonly exitWithParent: boolean;
  /**
   * If true, starts although a rules file does not compile, and denies every request until it does.
   */
  readonly denyBrokenRules: boolean;
  /** If true, logs one line per request. */
  readonly logRequests: boolean;
  /** Base URL of an OTLP receiver for the spans of all requests. */
  readonly otlpEndpoint: string | undefined;
}

/** The project of --import when neither --project nor GCLOUD_PROJECT is set. */
export const DEFAULT_PROJECT = 'demo-project';

interface Flag {
  /** The placeholder of the value in the help text; absent for a boolean flag. */
  readonly value?: string;
  /** The expected value, for error messages. */
  readonly expected?: string;
  /** A regular expression that the value must match. */
  readonly pattern?: RegExp;
  /** Absent for flags of firebase-tools that are accepted without effect. */
  readonly description?: string;
}

const PORT = { value: 'PORT', expected: 'a port from 0 to 65535' } as const;
const TRUE_OR_FALSE = { value: 'true|false', expected: 'true or false', pattern: /^(true|false)$/ } as const;
/** Scheme, host and port, as sent by browsers: no path, no wildcard. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/(\[[\da-f:.]+\]|[^\s/?#@:*]+)(:\d{1,5})?$/i;
const EXPORT = 'an export folder or its overall_export_metadata file';

const FLAGS = {
  host: {
    value: 'HOST',
    expected: 'a host name or IP address without a port',
    pattern: /^([^\s/:]+|[0-9a-f:.]+)$/i,
    description: 'address to listen on (127.0.0.1)',
  },
  port: { ...PORT, description: 'gRPC, REST, WebChannel and admin endpoints (8080; 0 takes a free one)' },
  rules: {
    value: 'FILE',
    expected: 'a security rules file',
    description: 'security rules; without them everything is allowed',
  },
  project: {
    value: 'ID',
    expected: 'a project id',
    pattern: /^[^\s/]+$/,
    description: `project of --import and --single-project-mode (${DEFAULT_PROJECT})`,
  },
  indexes: {
    value: 'FILE',
    expected: 'a firestore.indexes.json file',
    description: 'firestore.indexes.json: its TTL policies, and its indexes for --require-indexes',
  },
  config: {
    value: 'FILE',
    expected: 'a firebase.json file',
    description: 'firebase.json: rules and indexes of each database in it, in place of --rules and --indexes',
  },
  'require-indexes': {
    description: 'fail queries whose composite index is not defined, as production does',
  },
  'data-dir': { value: 'FOLDER', expected: 'a folder', description: 'persist the documents on disk' },
  import: {
    value: 'PATH',
    expected: EXPORT,
    description: "start with an export of this emulator, of Google's, or of production",
  },
  'functions-emulator': {
    value: 'HOST:PORT',
    expected: 'HOST:PORT, e.g. 127.0.0.1:5001',
    pattern: /^[^\s/]+:\d{1,5}$/,
    description: 'functions emulator that document triggers are delivered to',
  },
  'websocket-port': { ...PORT, description: 'request monitor of the Emulator UI' },
  'single-project-mode': {
    ...TRUE_OR_FALSE,
    description: 'warn about requests for other projects than --project',
  },
  'single-project-mode-error': {
    ...TRUE_OR_FALSE,
    description: 'reject requests for other projects than --project',
  },
  'allowed-host': {
    value: 'NAME',
    expected: 'a host name without scheme and port',
    pattern: /^[^\s/:]+$/,
    description: 'serve requests with this Host header too (repeatable)',
  },
  'allowed-origin': {
    value: 'ORIGIN',
    expected: 'the origin of a web page, e.g. https://app.example:5173',
    pattern: ORIGIN,
    description: 'serve web pages of this origin too, not only those of this machine (repeatable)',
  },
  'export-root': {
    value: 'FOLDER',
    expected: 'a folder',
    description: 'write exports only below this folder (the working directory)',
  },
  'deny-broken-rules': {
    description: 'start although the rules do not compile, and deny every request until they do',
  },
  'log-requests': { description: 'log one line per request: allow or deny, and the line of the rule' },
  'otlp-endpoint': {
    value: 'URL',
    expected: 'a URL such as http://127.0.0.1:4318',
    pattern: /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/,
    description: 'send a trace of each request to this OTLP receiver (OTEL_EXPORTER_OTLP_ENDPOINT)',
  },
  'exit-with-parent': { description: 'stop when the process that started this one ends' },
  'database-edition': {
    value: 'EDITION',
    expected: 'standard or enterprise',
    pattern: /^(standard|enterprise)$/i,
    description: 'standard, or enterprise to serve pipelines (standard)',
  },
  limits: {
    value: 'MODE',
    expected: 'off, warn or enforce',
    pattern: /^(off|warn|enforce)$/,
    description: "production's soft limits: warn beyond them, or enforce them (off)",
  },
  'expected-hotspot': {
    value: 'PATH=REASON',
    expected: 'the path of a document or collection, * for an id, and a reason: counters/*=REASON',
    pattern: /^[^=]+=./s,
    description: 'do not warn about this document or collection (repeatable)',
  },
  // One port serves WebChannel and everything else.
  'webchannel-port': PORT,
} as const satisfies Readonly<Record<string, Flag>>;

type FlagName = keyof typeof FLAGS;
/** The values of each flag that is set; `true` for a flag without a value. */
type FlagValues = Readonly<Partial<Record<FlagName, readonly string[] | true>>>;

/** Flags that have another name in Google's emulator. */
const ALIASES: ReadonlyMap<string, FlagName> = new Map([
  ['project-id', 'project'],
  ['seed-from-export', 'import'],
]);

function isFlag(name: string): name is FlagName {
  return Object.hasOwn(FLAGS, name);
}

/**
 * Converts arguments of Google's emulator: removes Java's (`-Dkey=value`, `-jar PATH`) and renames
 * `--project_id`.
 */
function normalizeArguments(argv: readonly string[]): string[] {
  const args: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const arg = argv[index] as string;
    if (/^-(D|X)/.test(arg)) continue;
    if (arg === '-jar') {
      index++;
      continue;
    }
    const [, name = '', rest] = /^--([^=]+)(.*)$/s.exec(arg) ?? [];
    const dashed = name.replaceAll('_', '-');
    const flag = ALIASES.get(dashed) ?? dashed;
    args.push(isFlag(flag) ? `--${flag}${rest}` : arg);
  }
  return args;
}

function invalidValue(flag: FlagName, value: string | undefined): UsageError {
  const { expected = 'no value' }: Flag = FLAGS[flag];
  return new UsageError(`--${flag}${value === undefined ? '' : ` ${value}`}: expected ${expected}.`);
}

/** The command line. `--help` prints all flags except those without effect. */
function firestoreCommand(version: string) {
  const command = programCommand('savepoint-firestore', 'A local Cloud Firestore emulator');
  command.version(version, '--version', 'print the version');
  for (const [name, flag] of Object.entries(FLAGS as Readonly<Record<FlagName, Flag>>)) {
    const { value, description } = flag;
    const option = command
      .createOption(value === undefined ? `--${name}` : `--${name} <${value}>`, description)
      .hideHelp(description === undefined);
    if (value !== undefined) option.argParser(valueParser(name as FlagName));
    option.attributeName = () => name;
    command.addOption(option);
  }
  return command;
}

/** Collects the values of a flag. */
function valueParser(flag: FlagName) {
  const { pattern }: Flag = FLAGS[flag];
  return (value: string, previous: readonly string[] = []) => {
    if (value.startsWith('--')) throw invalidValue(flag, undefined);
    if (value === '' || pattern?.test(value) === false) throw invalidValue(flag, value);
    return [...previous, value];
  };
}

function parsePort(flag: FlagName, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw invalidValue(flag, text);
}

function parseAddress(flag: FlagName, address: string): string {
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  if (port <= 65_535) return address;
  throw invalidValue(flag, address);
}

/** The comma-separated values of a repeatable flag in an environment variable. */
function splitList(flag: FlagName, text: string): readonly string[] {
  const { pattern }: Flag = FLAGS[flag];
  const values = text.split(',').map((value) => value.trim());
  return values.filter((value) => {
    if (value !== '' && pattern?.test(value) === false) throw invalidValue(flag, value);
    return value !== '';
  });
}

function parseLimits(mode = 'off'): LimitsMode {
  if (mode === 'off' || mode === 'warn' || mode === 'enforce') return mode;
  throw invalidValue('limits', mode);
}

/** Combines the hotspots from flags with those from the variable, a JSON object. */
function parseHotspots(flags: readonly string[] = [], json = '{}'): ExpectedHotspots {
  try {
    const fromFlags = flags.map((text) => [
      text.slice(0, text.indexOf('=')),
      text.slice(text.indexOf('=') + 1),
    ]);
    return { ...(JSON.parse(json) as ExpectedHotspots), ...Object.fromEntries(fromFlags) };
  } catch {
    throw new UsageError(`SAVEPOINT_FIRESTORE_EXPECTED_HOTSPOTS is ${json}: expected a JSON object.`);
  }
}

function singleProjectMode(mode = 'false', error = 'false'): CommandLine['singleProjectMode'] {
  if (error === 'true') return 'error';
  return mode === 'true' ? 'warn' : 'off';
}

/**
 * Parses the arguments after the program name: the flags above and those that firebase-tools passes
 * to Google's emulator. `environment` supplies settings that no flag sets. Throws like
 * `parseFlags`.
 */
export function parseCommandLine(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  version = '',
): CommandLine {
  const flags = parseFlags<FlagValues>(firestoreCommand(version), normalizeArguments(argv));
  const values = (name: FlagName) => (flags[name] === true ? undefined : flags[name]);
  const get = (name: FlagName): string | undefined => values(name)?.at(-1);
  const isSet = (name: FlagName, variable: string): boolean =>
    flags[name] !== undefined || environment[variable] === '1';
  const list = (name: FlagName, variable: string): readonly string[] =>
    values(name) ?? splitList(name, environment[variable] ?? '');
  const websocketPort = get('websocket-port');
  const webChannelPort = get('webchannel-port');
  if (webChannelPort !== undefined) parsePort('webchannel-port', webChannelPort);
  const functionsEmulator = get('functions-emulator');
  const stack = stackCallers(environment, EMULATOR_FLAGS);
  return {
    host: get('host') ?? '127.0.0.1',
    port: parsePort('port', get('port') ?? '8080'),
    websocketPort: websocketPort === undefined ? undefined : parsePort('websocket-port', websocketPort),
    projectId: get('project') ?? environment.GCLOUD_PROJECT ?? DEFAULT_PROJECT,
    rules: get('rules'),
    indexes: get('indexes') ?? environment.SAVEPOINT_FIRESTORE_INDEXES,
    config: get('config') ?? environment.SAVEPOINT_FIRESTORE_CONFIG,
    requireIndexes: isSet('require-indexes', 'SAVEPOINT_FIRESTORE_REQUIRE_INDEXES'),
    dataDir: get('data-dir') ?? environment.SAVEPOINT_FIRESTORE_DATA_DIR,
    importFrom: get('import'),
    functionsEmulator:
      functionsEmulator === undefined ? undefined : parseAddress('functions-emulator', functionsEmulator),
    singleProjectMode: singleProjectMode(get('single-project-mode'), get('single-project-mode-error')),
    edition: get('database-edition')?.toLowerCase() === 'enterprise' ? 'enterprise' : 'standard',
    limits: parseLimits(get('limits') ?? environment.SAVEPOINT_FIRESTORE_LIMITS),
    expectedHotspots: parseHotspots(
      values('expected-hotspot'),
      environment.SAVEPOINT_FIRESTORE_EXPECTED_HOTSPOTS,
    ),
    allowedHosts: list('allowed-host', 'SAVEPOINT_FIRESTORE_ALLOWED_HOSTS'),
    allowedOrigins: [
      ...list('allowed-origin', 'SAVEPOINT_FIRESTORE_ALLOWED_ORIGINS'),
      ...stack.allowedOrigins,
    ],
    allow: stack.allow,
    exportRoot: get('export-root') ?? environment.SAVEPOINT_FIRESTORE_EXPORT_ROOT,
    exitWithParent: isSet('exit-with-parent', 'SAVEPOINT_EXIT_WITH_PARENT'),
    denyBrokenRules: isSet('deny-broken-rules', 'SAVEPOINT_FIRESTORE_DENY_BROKEN_RULES'),
    logRequests: isSet('log-requests', 'SAVEPOINT_FIRESTORE_LOG_REQUESTS'),
    otlpEndpoint: get('otlp-endpoint') ?? (environment.OTEL_EXPORTER_OTLP_ENDPOINT || undefined),
  };
}

/**
 * The UsageError for an unusable file or folder of a flag, e.g. `--rules r: expected …; no such
 * file or folder.`
 */
export function unusablePath(flag: FlagName, path: string, error: unknown): UsageError {
  const { expected = '' }: Flag = FLAGS[flag];
  return unusablePathOf(flag, path, expected, error);
}
