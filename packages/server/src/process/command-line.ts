// Runs the command line of an emulator: reads flags, starts the emulator, and stops it on signals
// and with its parent. A mistake ends the process with one line on standard error and exit code 1
// before anything starts.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { isLoopbackHost } from '../core/loopback.ts';
import { EMULATOR_FLAGS, type RequestGuardOptions } from '../guard/request-guard.ts';
import { stackCallers } from '../guard/stack-callers.ts';
import { exitWithParent } from './exit-with-parent.ts';

/** A mistake on the command line. The message is one line that says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENAMETOOLONG: 'its name is too long',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};

/**
 * The UsageError for an unusable file or folder of a flag, e.g. `--data-dir d: expected a folder;
 * permission denied.`
 */
export function unusablePath(flag: string, path: string, expected: string, error: unknown): UsageError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = FILE_ERRORS[code] ?? message.replace(/\.$/, '');
  return new UsageError(`--${flag} ${path}: expected ${expected}; ${reason}.`);
}

/** The values of the flags that every emulator has. */
export interface EmulatorFlags<Host extends string = ReturnType<typeof parseLoopbackHost>> {
  readonly port: number;
  readonly host: Host;
  readonly allowedHost?: readonly string[];
  readonly allowedOrigin?: readonly string[];
  readonly exitWithParent?: true;
  readonly otlpEndpoint?: string;
  readonly quiet?: true;
}

/** A command line with only the flag `--help`, which throws errors instead of printing them. */
export function programCommand(name: string, summary: string): Command {
  return new Command(name)
    .description(summary)
    .helpOption('-h, --help', 'print this text')
    .usage('[flags]')
    .configureHelp({
      optionTerm: ({ flags }) => flags.replace(/<(.+)>/, '$1'),
      styleTitle: (title) => title.replace('Options', 'Flags'),
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
}

/** The properties of an emulator's command line. */
interface Emulator {
  /** The command's name, such as `savepoint-stripe`. */
  readonly name: string;
  readonly summary: string;
  /** The package.json that contains the version. */
  readonly packageJson: URL;
  /** The default port. */
  readonly port: number;
  /** Parses `--host`; by default, only addresses of this machine are accepted. */
  readonly parseHost?: (text: string) => string;
}

/** A command line with the flags that every emulator has; the emulator adds its own. */
export function emulatorCommand(emulator: Emulator): Command {
  const { name, summary, packageJson, port, parseHost = parseLoopbackHost } = emulator;
  const command = programCommand(name, summary);
  return command
    .version(packageVersion(packageJson), '--version', 'print the version')
    .option('--port <N>', 'port to listen on; 0 takes a free one', wholeNumber('port', 65_535), port)
    .option('--host <ADDRESS>', 'address of this machine to listen on', parseHost, '127.0.0.1')
    .option('--allowed-host <NAME>', 'accept this name in Host headers too (repeatable)', collect)
    .option('--allowed-origin <URL>', 'accept requests of its pages too (repeatable)', collect)
    .option('--exit-with-parent', 'stop when the parent process ends (env: SAVEPOINT_PARENT_PID)')
    .addOption(
      command
        .createOption('--otlp-endpoint <URL>', 'send traces to this OTLP receiver')
        .env('OTEL_EXPORTER_OTLP_ENDPOINT')
        .argParser(parseOtlpEndpoint),
    )
    .option('--quiet', 'print no line per request');
}

/** Collects the values of a repeatable flag. */
export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Parses a flag whose value is an integer from 0 to `maximum`; throws a UsageError otherwise. */
export function wholeNumber(name: string, maximum: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
    throw new UsageError(`--${name} expects a number from 0 to ${maximum}, but got "${text}".`);
  };
}

/**
 * Parses flags.
 * @throws UsageError for an unknown flag (with the nearest known one), a missing value, or a
 * positional argument
 * @throws an error for which `isInformation` is true when help or the version was printed
 */
export function parseFlags<Flags>(command: Command, args: readonly string[]): Flags {
  try {
    return command.parse(args, { from: 'user' }).opts() as Flags;
  } catch (error) {
    if (!(error instanceof CommanderError) || isInformation(error)) throw error;
    throw usageErrorOf(error, command);
  }
}

/** Returns whether parsing ended because help or the version was printed. */
export function isInformation(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

function usageErrorOf({ code, message }: CommanderError, command: Command): UsageError {
  if (code === 'commander.excessArguments') {
    return new UsageError(`Unexpected argument "${command.args[0]}": expected flags only. See --help.`);
  }
  const [, argument, nearest] =
    /unknown option '(.*)'(?:\n\(Did you mean (?:one of )?(.+)\?\))?$/.exec(message) ?? [];
  if (argument === undefined) return new UsageError(message.replace(/^error: /, ''));
  const [flag = '', ...value] = argument.split('=');
  if (value.length > 0 && command.options.some(({ long }) => long === flag)) {
    return new UsageError(`${flag} takes no value, but got "${value.join('=')}".`);
  }
  return new UsageError(
    `There is no flag ${flag}. ${nearest === undefined ? 'See --help.' : `Did you mean ${nearest}?`}`,
  );
}

/**
 * Parses `--host`.
 * @throws UsageError for an address that other machines can reach
 */
export function parseLoopbackHost(text: string): '127.0.0.1' | '::1' | 'localhost' {
  if (text === '127.0.0.1' || text === '::1' || text === 'localhost') return text;
  throw new UsageError(
    `--host expects 127.0.0.1, ::1 or localhost, but got "${text}": an emulator must not be reachable from other machines.`,
  );
}

/** The listen addresses of an emulator that other machines may call. */
const LISTEN_HOSTS = ['127.0.0.1', '::1', 'localhost', '0.0.0.0'] as const;
export type ListenHost = (typeof LISTEN_HOSTS)[number];

/**
 * Parses `--host` of an emulator that other machines may call.
 * @throws UsageError for an address that belongs neither to this machine nor to all its interfaces
 */
export function parseListenHost(text: string): ListenHost {
  const host = LISTEN_HOSTS.find((each) => each === text);
  if (host !== undefined) return host;
  throw new UsageError(`--host expects one of ${LISTEN_HOSTS.join(', ')}, but got "${text}".`);
}

/**
 * Parses `--retry-delays`: comma-separated seconds, such as `1,5,30`.
 * @throws UsageError for anything that is not a number of seconds
 */
export function parseRetryDelays(text: string): number[] {
  const delays = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (delays.every((delay) => delay >= 0 && Number.isFinite(delay))) return delays;
  throw new UsageError(`--retry-delays expects seconds separated by commas, but got "${text}".`);
}

/**
 * Parses `--otlp-endpoint`, the OTLP receiver of the emulator's spans. An empty variable counts as
 * unset.
 * @throws UsageError for anything that is not an HTTP URL
 */
function parseOtlpEndpoint(text: string): string | undefined {
  if (text === '') return undefined;
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError(`--otlp-endpoint expects a URL such as http://127.0.0.1:4318, but got "${text}".`);
}

/**
 * Parses `--frame-ancestor`, the origin whose pages may show the emulator's pages in a frame.
 * @throws UsageError for anything that is not an HTTP origin on this machine
 */
export function parseFrameAncestor(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) return url.origin;
  throw new UsageError(
    `--frame-ancestor expects an origin on this machine such as http://127.0.0.1:4000, but got "${text}".`,
  );
}

/**
 * The additional callers: from `--allowed-host`, `--allowed-origin` and the environment of the
 * stack.
 */
export function readCallers({
  allowedHost = [],
  allowedOrigin = [],
}: Pick<EmulatorFlags, 'allowedHost' | 'allowedOrigin'>): Pick<
  RequestGuardOptions,
  'allowedHosts' | 'allowedOrigins' | 'allow'
> {
  const stack = stackCallers(process.env, EMULATOR_FLAGS);
  return {
    ...stack,
    allowedHosts: allowedHost,
    allowedOrigins: [...allowedOrigin, ...stack.allowedOrigins],
  };
}

interface StartedEmulator {
  /** Lines to print once it is ready. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/**
 * Runs a command line with this process's arguments: prints help or the version, or starts the
 * emulator.
 * @param start may throw a UsageError for the values of flags
 */
export async function runCommandLine<Flags>(
  command: Command,
  start: (flags: Flags) => Promise<StartedEmulator>,
): Promise<void> {
  try {
    const emulator = await start(parseFlags<Flags>(command, process.argv.slice(2)));
    stopWith(emulator, command.opts().exitWithParent === true);
    for (const line of emulator.lines) console.log(line);
  } catch (error) {
    if (isInformation(error)) return;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? 'The port is in use: choose another one with --port, or stop the program that listens on it.'
        : message;
    console.error(`${command.name()}: ${reason}`);
    process.exit(1);
  }
}

export function packageVersion(packageJson: URL): string {
  return (JSON.parse(readFileSync(packageJson, 'utf8')) as { version: string }).version;
}

/** A client that keeps its connection open must not keep the process alive for longer than this. */
const STOP_TIMEOUT_MS = 900;

/** Closes the emulator and exits within 900 ms, with code 0, or 1 if closing fails. */
export function stopAndExit(close: () => Promise<void>): void {
  setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

function stopWith(emulator: StartedEmulator, withParent: boolean): void {
  const stop = (): void => stopAndExit(() => emulator.close());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const parent = Number(process.env.SAVEPOINT_PARENT_PID ?? '');
  if (Number.isInteger(parent) && parent > 0) exitWithParent({ pid: parent, watchStdin: false }, stop);
  else if (withParent) exitWithParent({ pid: null, watchStdin: true }, stop);
}
