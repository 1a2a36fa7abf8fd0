/** Controls of C0 and C1, DEL, and what else ends a line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Text of a request, as one line of a terminal: what a terminal would interpret is escaped as in
 * JSON, which stays JSON. A page of any site can have a link to a server of this machine, and its
 * path is printed.
 */
export function printable(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** An error with its stack. Its message, which may quote a request, is one line. */
export function printableError(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return [`${error.name}: ${error.message}`, ...frames].map(printable).join('\n');
}
