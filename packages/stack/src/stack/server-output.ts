import { printableLines } from '../config/printable.ts';
import { UserError } from '../user-error.ts';

/** Lines of firebase-tools that need no action by the developer. */
const IGNORED_LINES = [
  /^[│┌└├─\s]*$/,
  /[│┌└├]/,
  /^i {2}/,
  /^✔ {2}(functions\[|functions: (Loaded|Using)|hosting|hub|eventarc|tasks|storage|emulators|firestore|database)/,
  /^Issues\? Report them/,
  /^\[hosting\] Rewriting/,
  /Env variable override detected|DeprecationWarning|--trace-deprecation|Received export request/,
  /^ *Emulator Hub|^ {2}Other reserved ports|^View Emulator UI|^Serving at port/,
  /You are not currently authenticated|requested emulators|Unable to fetch the CLI MOTD/,
  /function ignored because the tasks emulator/,
  // The kit loads the Realtime Database rules itself, and warns about Firestore's
  // (servers/firestore.ts).
  /Did not find a (Realtime Database|Cloud Firestore) rules file/,
  /firestore: The emulator will default to allowing all reads and writes/,
  // The kit reports the secret and the file (emulators/missing-secrets.ts).
  /Unable to access secret environment variables|^\s+FirebaseError: .*not yet authenticated/,
  // Every stack uses the kit's Node and no login.
  /Your requested "node" version|fetch (web app|project Admin SDK) configuration/,
  /Unable to look up project number|^ +(If this is a (real|fake) project|Continuing with a fake project)/,
  // The kit's processes cannot reach production.
  /calls to these services from the Functions emulator will affect production/,
  /Port \d+ .*(unable|taken)|emulator UI|Emulator UI/,
  /^Prompting for parameters|^[A-Z][A-Z0-9_]+: /,
  /"severity":"DEBUG"/,
  // Printed by the Functions Framework when firebase-tools ends a worker. Calls of the Realtime
  // Database report it (functions-worker/unavailable-database.ts).
  /@firebase\/database: FIREBASE WARNING: .*app\/invalid-credential/,
  // Printed by a worker during function discovery; SDK 3 omits "> ".
  /shutdown requested via \/__\/quitquitquit/,
  // The kit attached a debugger to a blocked worker to find out what it is doing.
  /^> +(Debugger (listening|attached|ending)|For help, see: https:\/\/nodejs\.org)/,
  /^>?\s*$/,
];

/** The kit sends these requests and reports problems with the file itself. */
const RELOAD_OF_KIT = /^PUT \/emulator\/v1\/projects\/[^/:]+:(indexes|securityRules) → rejected/;
/** The summary shows the address instead. */
const EXPORT_HINT = /^\s*export [A-Z_]+=/;
const FUNCTION_RUN = /^i {2}functions: (Finished|Beginning)/;
/** Output of a function, with its name unless the code runs outside requests. */
const FUNCTION_OUTPUT = /^> +(?:\[([\w.-]+)\] )?(.*)$/;
/** Servers print this line when they respond. */
const SERVER_READY = / is ready on http/;
/** A Storage request denied by rules, and an issue of these rules. */
const DENIED_FILE = /^⚠ {2}(get|list|create|update|delete) \/b\//;
const RULES_ISSUE = /^⚠ {2}\S+\.rules[ :]/;
/** firebase-tools prints the same about Firestore's rules, which the kit reloads. */
const STORAGE_RULES = /storage: (Rules updated|Failed to update rules|Change detected)/;
const ABANDONED_EVENT = /^trigger: /;
const EXPIRED_DOCUMENTS = /^TTL policies /;
const WARNING = /^WARNING: /;
const REQUEST = /\b(allow|allowed|deny|denied|rejected|admin|error)\b/i;

/**
 * Verbosity levels, named as in firebase-tools.
 *   DEBUG   all lines
 *   INFO    all but the progress of servers
 *   QUIET   problems and the output of functions
 */
export const VERBOSITIES = ['DEBUG', 'INFO', 'QUIET', 'SILENT'] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

const QUIET_LINE =
  /^(⚠|⬢|(\w+ +)?WARNING\b)|\b(deny|denied|rejected|error|failed|not (re)?loaded)\b|[a-z]Error\b/;

/** @throws UserError when the text is not a level */
export function parseVerbosity(text = 'INFO'): Verbosity {
  const verbosity = VERBOSITIES.find((each) => each === text);
  if (verbosity !== undefined) return verbosity;
  throw new UserError(`--log-verbosity is "${text}"`, `Expected one of: ${VERBOSITIES.join(', ')}.`);
}

/**
 * Formats a server's output line for the terminal; undefined if it is hidden.
 */
export function formatServerLine(
  server: string,
  text: string,
  verbosity: Verbosity = 'INFO',
): string | undefined {
  if (verbosity === 'SILENT') return undefined;
  if (verbosity === 'DEBUG') return `${server.padEnd(9)}  ${text}`;
  const isShown = verbosity === 'INFO' || FUNCTION_OUTPUT.test(text) || QUIET_LINE.test(text);
  return isShown ? selectLine(server, text) : undefined;
}

/**
 * Filters and formats an output line for the terminal: requests, output of functions, and errors
 * are shown.
 * @returns the line to print, or undefined for none
 */
function selectLine(server: string, text: string): string | undefined {
  switch (server) {
    case 'firestore':
      if (RELOAD_OF_KIT.test(text)) return undefined;
      return [WARNING, REQUEST, ABANDONED_EVENT, EXPIRED_DOCUMENTS].some((pattern) => pattern.test(text))
        ? `firestore  ${text}`
        : undefined;
    case 'firebase':
      if (FUNCTION_RUN.test(text)) return formatRun(text.slice(3));
      if (DENIED_FILE.test(text)) return `storage    ${text.slice(3)}`;
      if (RULES_ISSUE.test(text) || STORAGE_RULES.test(text)) return `rules      ${text.slice(3)}`;
      if (IGNORED_LINES.some((pattern) => pattern.test(text))) return undefined;
      return FUNCTION_OUTPUT.test(text) ? formatOutput(text) : `firebase   ${text}`;
    case 'web':
      return /error|hmr|reload|^Rejected /i.test(text) ? `web        ${text}` : undefined;
    default:
      return text.trim() === '' || EXPORT_HINT.test(text)
        ? undefined
        : `${server.padEnd(9)}  ${withoutServerName(server, text)}`;
  }
}

function formatRun(text: string): string | undefined {
  if (!text.includes('Finished')) return undefined;
  const run = text
    .replace('functions: ', '')
    .replace(/\d+\.\d+(?=ms$)/, (ms) => String(Math.round(Number(ms))));
  return `functions  ${run}`;
}

/** `functions  createOrder: ERROR no stock {"orderId":"a1"}`. */
function formatOutput(line: string): string {
  const [, name, text = ''] = FUNCTION_OUTPUT.exec(line) ?? [];
  return `functions  ${name === undefined ? '' : `${name}: `}${formatEntry(text)}`;
}

/** Formats the JSON of firebase-functions' logger for people; other text is unchanged. */
function formatEntry(text: string): string {
  const entry = parseEntry(text);
  if (entry === undefined) return text;
  const { severity, message = '', ...rest } = entry;
  const fields = Object.entries(rest).filter(([name]) => !name.startsWith('logging.googleapis.com/'));
  return [
    ...(severity === 'INFO' ? [] : [severity]),
    ...(message === '' ? [] : [printableLines(String(message))]),
    ...(fields.length === 0 ? [] : [JSON.stringify(Object.fromEntries(fields))]),
  ].join(' ');
}

function parseEntry(text: string): ({ readonly severity: string } & Record<string, unknown>) | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(text);
    return typeof entry.severity === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a line only reports expected progress: a function has finished, a server is
 * ready.
 */
export function isProgressLine(server: string, text: string): boolean {
  return server === 'firebase' ? FUNCTION_RUN.test(text) : SERVER_READY.test(text);
}

/** firebase-tools prefixes lines with their severity. */
const SEVERITY = /^([i✔⚠]) {2}/;
const PROBLEM = /^(⚠|(\w+ +)?WARNING\b)|\berror\b/i;

/**
 * Returns an output line for the event log; undefined if the event log has it as a span, or if the
 * function that printed it records it.
 */
export function recordedLine(
  server: string,
  text: string,
): { readonly text: string; readonly isProblem: boolean } | undefined {
  if (text.trim() === '' || isRequestLine(server, text)) return undefined;
  if (FUNCTION_OUTPUT.test(text) || FUNCTION_RUN.test(text)) return undefined;
  return { text: withoutServerName(server, text).replace(SEVERITY, ''), isProblem: PROBLEM.test(text) };
}

/** Returns whether a line is one of the many request lines of Firestore. */
export function isRequestLine(server: string, text: string): boolean {
  return server === 'firestore' && !WARNING.test(text);
}

/** Removes the server's name, with which some servers begin each line. */
function withoutServerName(server: string, text: string): string {
  return text.startsWith(`${server} `) ? text.slice(server.length).trimStart() : text;
}
