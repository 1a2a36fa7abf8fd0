// The command line of an emulator: reads flags, starts the emulator, stops it on signals and with
// its parent. A mistake ends the process with one line on standard error and exit code 1 before
// anything is started.

import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { isLoopbackHost } from '../core/loopback.ts';
import { EMULATOR_FLAGS, type RequestGuardOptions } from '../guard/request-guard.ts';
import { stackCallers } from '../guard/stack-callers.ts';
import { exitWithParent } from './exit-with-parent.ts';
import { nearestName } from './nearest-name.ts';

/** A mistake in the command line. Its message is one line that says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The flags that every emulator has. */
export const COMMON_FLAGS = {
  host: { type: 'string', default: '127.0.0.1' },
  'allowed-host': { type: 'string', multiple: true },
  'allowed-origin': { type: 'string', multiple: true },
  'exit-with-parent': { type: 'boolean', default: false },
  'otlp-endpoint': { type: 'string' },
  'frame-ancestor': { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** The values of parsed flags. */
export type FlagValues<Flags extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Flags }>
>['values'];

/**
 * Parses flags with `util.parseArgs`.
 * @throws UsageError for a flag that does not exist (with the nearest one that does), a missing
 *   value or a positional
 */
export function parseFlags<Flags extends ParseArgsOptionsConfig>(
  flags: Flags,
  args: readonly string[],
): FlagValues<Flags> {
  try {
    return parseArgs({ options: flags, args: [...args] }).values as FlagValues<Flags>;
  } catch (error) {
    throw usageErrorOf(error as NodeJS.ErrnoException, Object.keys(flags), args);
  }
}

/**
 * An error of `util.parseArgs` as a UsageError of one line. `names` are the flags that exist,
 * without dashes.
 */
export function usageErrorOf(
  error: NodeJS.ErrnoException,
  names: readonly string[],
  args: readonly string[],
): UsageError {
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return new UsageError(error.message.split(/\. |\n/, 1)[0] ?? error.message);
  }
  const flag = /'(-[^']*)'/.exec(error.message)?.[1] ?? args[0] ?? '';
  const nearest = nearestName(flag.replace(/^-+/, ''), names);
  return new UsageError(
    `There is no flag ${flag}. ${nearest === null ? 'See --help.' : `Did you mean --${nearest}?`}`,
  );
}

/**
 * Reads a flag whose value is a whole number from 0 to `maximum`.
 * @throws UsageError for any other value
 */
export function parseWholeNumber(name: string, text: string, maximum: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > maximum)
    throw new UsageError(`--${name} takes a number from 0 to ${maximum}, not "${text}".`);
  return number;
}

/**
 * Reads `--host`.
 * @throws UsageError for an address that other machines can reach
 */
export function parseLoopbackHost(text: string): '127.0.0.1' | '::1' | 'localhost' {
  if (text === '127.0.0.1' || text === '::1' || text === 'localhost') return text;
  throw new UsageError(
    `--host takes 127.0.0.1, ::1 or localhost, not "${text}": an emulator must not be reachable from other machines.`,
  );
}

/** The addresses that an emulator may listen on which other machines may call. */
const LISTEN_HOSTS = ['127.0.0.1', '::1', 'localhost', '0.0.0.0'] as const;
export type ListenHost = (typeof LISTEN_HOSTS)[number];

/**
 * Reads `--host` of an emulator that other machines may call.
 * @throws UsageError for an address that is neither of this machine nor of all its interfaces
 */
export function parseListenHost(text: string): ListenHost {
  const host = LISTEN_HOSTS.find((each) => each === text);
  if (host !== undefined) return host;
  throw new UsageError(`--host takes one of ${LISTEN_HOSTS.join(', ')}, not "${text}".`);
}

/**
 * Reads `--retry-delays`: seconds separated by commas, such as `1,5,30`.
 * @throws UsageError for anything that is not a number of seconds
 */
export function parseRetryDelays(text: string): number[] {
  const delays = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (delays.every((delay) => delay >= 0 && Number.isFinite(delay))) return delays;
  throw new UsageError(`--retry-delays takes seconds separated by commas, not "${text}".`);
}

/**
 * Reads `--otlp-endpoint`, the OTLP receiver of the emulator's spans, or
 * OTEL_EXPORTER_OTLP_ENDPOINT; undefined without both.
 * @throws UsageError for anything that is not an HTTP URL
 */
export function parseOtlpEndpoint(
  text = process.env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
): string | undefined {
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError(`--otlp-endpoint takes a URL such as http://127.0.0.1:4318, not "${text}".`);
}

/**
 * Reads `--frame-ancestor`, the origin of pages that may show those of the emulator in a frame;
 * undefined without it.
 * @throws UsageError for anything that is not an HTTP origin on this machine
 */
export function parseFrameAncestor(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) return url.origin;
  throw new UsageError(
    `--frame-ancestor takes an origin on this machine such as http://127.0.0.1:4000, not "${text}".`,
  );
}

/**
 * Who may call besides this machine: `--allowed-host`, `--allowed-origin` and what the stack
 * allows.
 */
export function readCallers(
  flags: FlagValues<typeof COMMON_FLAGS>,
): Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
  const stack = stackCallers(process.env, EMULATOR_FLAGS);
  return {
    ...stack,
    allowedHosts: flags['allowed-host'] ?? [],
    allowedOrigins: [...(flags['allowed-origin'] ?? []), ...stack.allowedOrigins],
  };
}

/** An emulator that the command line has started. */
interface StartedEmulator {
  /** What is printed once it is ready. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** What a command line consists of. */
export interface CommandLine<Flags extends ParseArgsOptionsConfig> {
  /** The command's name, such as `savepoint-stripe`. */
  readonly name: string;
  /** Where the package.json with the version is. */
  readonly packageJson: URL;
  /** The text of `--help`. */
  readonly usage: string;
  readonly flags: Flags;
  /** Starts the emulator. May throw a UsageError for the values of flags. */
  readonly start: (flags: FlagValues<Flags>) => Promise<StartedEmulator>;
}

/**
 * Runs a command line with the arguments of this process: prints the help or version, or starts the
 * emulator.
 */
export async function runCommandLine<Flags extends typeof COMMON_FLAGS & ParseArgsOptionsConfig>(
  commandLine: CommandLine<Flags>,
): Promise<void> {
  try {
    const flags = parseFlags(commandLine.flags, process.argv.slice(2));
    const common = flags as FlagValues<typeof COMMON_FLAGS>;
    if (common.help) {
      process.stdout.write(commandLine.usage);
    } else if (common.version) {
      process.stdout.write(`${packageVersion(commandLine.packageJson)}\n`);
    } else {
      const emulator = await commandLine.start(flags);
      stopWith(emulator, common['exit-with-parent']);
      for (const line of emulator.lines) console.log(line);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? 'The port is in use: choose another one with --port, or stop the program that listens on it.'
        : message;
    console.error(`${commandLine.name}: ${reason}`);
    process.exit(1);
  }
}

/** The version in a package.json. */
export function packageVersion(packageJson: URL): string {
  return (JSON.parse(readFileSync(packageJson, 'utf8')) as { version: string }).version;
}

/** A client that keeps its connection must not keep the process for longer than this. */
const STOP_TIMEOUT_MS = 900;

/**
 * Closes the emulator and exits with code 0, or 1 when closing fails, and within 900 ms in any
 * case.
 */
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
