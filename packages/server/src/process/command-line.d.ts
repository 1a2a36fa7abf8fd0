import { Command } from 'commander';
import { type RequestGuardOptions } from '../guard/request-guard.ts';
/** A mistake in the command line. Its message is one line that says what to change. */
export declare class UsageError extends Error {
    readonly name = "UsageError";
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
/** A command line without flags but `--help`, whose errors are thrown instead of printed. */
export declare function programCommand(name: string, summary: string): Command;
/** What distinguishes the command line of an emulator. */
interface Emulator {
    /** The command's name, such as `savepoint-stripe`. */
    readonly name: string;
    readonly summary: string;
    /** Where the package.json with the version is. */
    readonly packageJson: URL;
    /** The port that it listens on by default. */
    readonly port: number;
    /** Reads `--host`; addresses of this machine only by default. */
    readonly parseHost?: (text: string) => string;
}
/** A command line with the flags that every emulator has; it adds its own. */
export declare function emulatorCommand(emulator: Emulator): Command;
/** Reads a repeatable flag. */
export declare function collect(text: string, previous?: readonly string[]): readonly string[];
/** Reads a flag whose value is a whole number from 0 to `maximum`; throws UsageError for others. */
export declare function wholeNumber(name: string, maximum: number): (text: string) => number;
/**
 * Parses flags.
 * @throws UsageError for a flag that does not exist (with the nearest one that does), a missing
 *   value or a positional
 * @throws an error for which `isInformation` is true when the help text or the version was printed
 */
export declare function parseFlags<Flags>(command: Command, args: readonly string[]): Flags;
/** Whether parsing ended because the help text or the version was printed. */
export declare function isInformation(error: unknown): boolean;
/**
 * Reads `--host`.
 * @throws UsageError for an address that other machines can reach
 */
export declare function parseLoopbackHost(text: string): '127.0.0.1' | '::1' | 'localhost';
/** The addresses that an emulator may listen on which other machines may call. */
declare const LISTEN_HOSTS: readonly ['127.0.0.1', '::1', 'localhost', '0.0.0.0'];
export type ListenHost = (typeof LISTEN_HOSTS)[number];
/**
 * Reads `--host` of an emulator that other machines may call.
 * @throws UsageError for an address that is neither of this machine nor of all its interfaces
 */
export declare function parseListenHost(text: string): ListenHost;
/**
 * Reads `--retry-delays`: seconds separated by commas, such as `1,5,30`.
 * @throws UsageError for anything that is not a number of seconds
 */
export declare function parseRetryDelays(text: string): number[];
/**
 * Reads `--frame-ancestor`, the origin of pages that may show those of the emulator in a frame.
 * @throws UsageError for anything that is not an HTTP origin on this machine
 */
export declare function parseFrameAncestor(text: string): string;
/**
 * Who may call besides this machine: `--allowed-host`, `--allowed-origin` and what the stack
 * allows.
 */
export declare function readCallers({ allowedHost, allowedOrigin, }: Pick<EmulatorFlags, 'allowedHost' | 'allowedOrigin'>): Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'>;
/** An emulator that the command line has started. */
interface StartedEmulator {
    /** What is printed once it is ready. */
    readonly lines: readonly string[];
    close(): Promise<void>;
}
/**
 * Runs a command line with the arguments of this process: prints the help or version, or starts the
 * emulator.
 * @param start may throw a UsageError for the values of flags
 */
export declare function runCommandLine<Flags>(command: Command, start: (flags: Flags) => Promise<StartedEmulator>): Promise<void>;
/** The version in a package.json. */
export declare function packageVersion(packageJson: URL): string;
/**
 * Closes the emulator and exits with code 0, or 1 when closing fails, and within 900 ms in any
 * case.
 */
export declare function stopAndExit(close: () => Promise<void>): void;
export {};
