/** C0 and C1 controls, DEL, and other line separators. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Text from a request, as one line for a terminal. Characters that a terminal would interpret are
 * escaped as in JSON, so JSON stays valid. Request paths are printed, and a page on any site can
 * link to a server on this machine.
 */
export function printable(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** An error with its stack trace. The message, which may quote a request, becomes one line. */
export function printableError(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return [`${error.name}: ${error.message}`, ...frames].map(printable).join('\n');
}
