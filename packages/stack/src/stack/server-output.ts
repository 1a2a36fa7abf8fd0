/** Lines of firebase-tools that a developer cannot act on. */
const IGNORED_LINES = [
  /^[│┌└├─\s]*$/,
  /[│┌└├]/,
  /^i {2}/,
  /^✔ {2}(functions\[|functions: (Loaded|Using)|hosting|hub|eventarc|tasks|storage|emulators|firestore)/,
  /^Issues\? Report them/,
  /^\[hosting\] Rewriting/,
  /Env variable override detected|DeprecationWarning|--trace-deprecation|Received export request/,
  /^ *Emulator Hub|^ {2}Other reserved ports|^View Emulator UI|^Serving at port/,
  /You are not currently authenticated|requested emulators|Unable to fetch the CLI MOTD/,
  /function ignored because the tasks emulator/,
  /Port \d+ .*(unable|taken)|emulator UI|Emulator UI/,
  /^Prompting for parameters|^[A-Z][A-Z0-9_]+: /,
  /"severity":"DEBUG"/,
  // The kit has asked a blocked worker what it does.
  /^> +(Debugger (listening|attached|ending)|For help, see: https:\/\/nodejs\.org)/,
  /^>?\s*$/,
];

const FUNCTION_RUN = /^i {2}functions: (Finished|Beginning)/;
/** A request to Storage that its rules deny, and an issue of these rules. */
const DENIED_FILE = /^⚠ {2}(get|list|create|update|delete) \/b\//;
const RULES_ISSUE = /^⚠ {2}\S+\.rules[ :]/;
const ABANDONED_EVENT = /^trigger: /;
const EXPIRED_DOCUMENTS = /^TTL policies /;
const REQUEST = /\b(allow|allowed|deny|denied|rejected|admin|error)\b/i;

/**
 * Filters and formats a line of a server's output for the terminal: requests, the functions' own
 * output and errors are shown.
 * @returns the line to print, or undefined for none
 */
export function formatServerLine(server: string, text: string): string | undefined {
  switch (server) {
    case 'firestore':
      return [REQUEST, ABANDONED_EVENT, EXPIRED_DOCUMENTS].some((pattern) => pattern.test(text))
        ? `firestore  ${text}`
        : undefined;
    case 'firebase':
      if (FUNCTION_RUN.test(text)) return /Finished/.test(text) ? `functions  ${text.slice(3)}` : undefined;
      if (DENIED_FILE.test(text)) return `storage    ${text.slice(3)}`;
      if (RULES_ISSUE.test(text) || /Rules updated|Failed to update rules|Change detected/.test(text))
        return `rules      ${text.slice(3)}`;
      return IGNORED_LINES.some((pattern) => pattern.test(text)) ? undefined : `firebase   ${text}`;
    case 'web':
      return /error|hmr|reload|^Rejected /i.test(text) ? `web        ${text}` : undefined;
    default:
      return text.trim() === '' ? undefined : `${server.padEnd(9)}  ${withoutServerName(server, text)}`;
  }
}

/** Some servers begin each line with their name. */
function withoutServerName(server: string, text: string): string {
  return text.startsWith(`${server} `) ? text.slice(server.length).trimStart() : text;
}
