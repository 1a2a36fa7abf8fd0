import { printableLines } from '../config/printable.ts';
import { UserError } from '../user-error.ts';

/** Lines of firebase-tools that a developer cannot act on. */
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
  // The kit loads the rules of the Realtime Database.
  /Did not find a Realtime Database rules file/,
  // The kit names the secret and the file (emulators/missing-secrets.ts).
  /Unable to access secret environment variables|^\s+FirebaseError: .*not yet authenticated/,
  // Every stack has the Node of the kit, and none has a login.
  /Your requested "node" version|fetch (web app|project Admin SDK) configuration/,
  /Unable to look up project number|^ +(If this is a (real|fake) project|Continuing with a fake project)/,
  // Processes reach no production from here.
  /calls to these services from the Functions emulator will affect production/,
  /Port \d+ .*(unable|taken)|emulator UI|Emulator UI/,
  /^Prompting for parameters|^[A-Z][A-Z0-9_]+: /,
  /"severity":"DEBUG"/,
  // Functions Framework's, when firebase-tools ends a worker.
  // A call of the Realtime Database says it (functions-worker/unavailable-database.ts).
  /@firebase\/database: FIREBASE WARNING: .*app\/invalid-credential/,
  // Of a worker that is asked for the functions of a codebase, with SDK 3 without "> ".
  /shutdown requested via \/__\/quitquitquit/,
  // The kit has asked a blocked worker what it does.
  /^> +(Debugger (listening|attached|ending)|For help, see: https:\/\/nodejs\.org)/,
  /^>?\s*$/,
];

/** The kit has sent these, and says itself what is wrong with the file. */
const RELOAD_OF_KIT = /^PUT \/emulator\/v1\/projects\/[^/:]+:(indexes|securityRules) → rejected/;
/** Said by the summary, which has the address. */
const EXPORT_HINT = /^\s*export [A-Z_]+=/;
const FUNCTION_RUN = /^i {2}functions: (Finished|Beginning)/;
/** Output of a function, with its name unless its code runs outside of requests. */
const FUNCTION_OUTPUT = /^> +(?:\[([\w.-]+)\] )?(.*)$/;
/** Servers that say that they respond. */
const SERVER_READY = / is ready on http/;
/** A request to Storage that its rules deny, and an issue of these rules. */
const DENIED_FILE = /^⚠ {2}(get|list|create|update|delete) \/b\//;
const RULES_ISSUE = /^⚠ {2}\S+\.rules[ :]/;
/** firebase-tools says the same of Firestore's, which the kit reloads. */
const STORAGE_RULES = /storage: (Rules updated|Failed to update rules|Change detected)/;
const ABANDONED_EVENT = /^trigger: /;
const EXPIRED_DOCUMENTS = /^TTL policies /;
const WARNING = /^WARNING: /;
const REQUEST = /\b(allow|allowed|deny|denied|rejected|admin|error)\b/i;

/** The levels of output, with the names that firebase-tools gives them. */
export const VERBOSITIES = ['DEBUG', 'INFO', 'QUIET', 'SILENT'] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

const QUIET_LINE = /^(⚠|⬢|WARNING\b)|\b(deny|denied|rejected|error|failed|not (re)?loaded)\b|[a-z]Error\b/;

/** @throws UserError when it is none of them */
export function parseVerbosity(text = 'INFO'): Verbosity {
  const verbosity = VERBOSITIES.find((each) => each === text);
  if (verbosity !== undefined) return verbosity;
  throw new UserError(`--log-verbosity is "${text}"`, `Expected one of: ${VERBOSITIES.join(', ')}.`);
}

/**
 * The line of a server as the terminal shows it; undefined for none. `DEBUG` shows all lines,
 * `QUIET` those about something wrong and those of functions.
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
 * Filters and formats a line of a server's output for the terminal: requests, the functions' own
 * output and errors are shown.
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

/** The JSON of the logger of firebase-functions as a person reads it; other text as is. */
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
 * Whether a line says only that something went as expected: a function has finished, a server is
 * ready.
 */
export function isProgressLine(server: string, text: string): boolean {
  return server === 'firebase' ? FUNCTION_RUN.test(text) : SERVER_READY.test(text);
}

/** firebase-tools begins lines with their severity. */
const SEVERITY = /^([i✔⚠]) {2}/;
const PROBLEM = /^(⚠|WARNING\b)|\berror\b/i;

/**
 * A line of a server's output for the event log: undefined for what is a span there, or is recorded
 * by the function that printed it.
 */
export function recordedLine(
  server: string,
  text: string,
): { readonly text: string; readonly isProblem: boolean } | undefined {
  if (text.trim() === '' || isRequestLine(server, text)) return undefined;
  if (FUNCTION_OUTPUT.test(text) || FUNCTION_RUN.test(text)) return undefined;
  return { text: withoutServerName(server, text).replace(SEVERITY, ''), isProblem: PROBLEM.test(text) };
}

/** Whether a line is one of the many that Firestore prints, one for each request. */
export function isRequestLine(server: string, text: string): boolean {
  return server === 'firestore' && !WARNING.test(text);
}

/** Some servers begin each line with their name. */
function withoutServerName(server: string, text: string): string {
  return text.startsWith(`${server} `) ? text.slice(server.length).trimStart() : text;
}
