import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type CommandLine } from './command-line.ts';
/**
 * The settings of an emulator. All are optional, with the defaults of the command line, except that
 * `port` is 0.
 */
export type EmulatorSettings = Partial<CommandLine> & {
    /** Receives log lines; standard output when absent. */
    readonly log?: (line: string) => void;
    /** How long spans are collected before they are sent; a second by default. */
    readonly spanDelayMs?: number;
};
/** A listening emulator. */
export interface RunningEmulator {
    /** host:port, the format of FIRESTORE_EMULATOR_HOST. */
    readonly host: string;
    readonly port: number;
    readonly websocketPort: number | undefined;
    readonly emulator: FirestoreEmulator;
    /** The number of open connections and WebChannel sessions. */
    readonly stats: {
        connections: number;
        sessions: number;
    };
    /** Stops the emulator; resolves when the port is released. */
    close(): Promise<void>;
}
/**
 * Starts an emulator. Rejects with UsageError for invalid settings, and with the system error when
 * the port is not available.
 */
export declare function startEmulator(settings?: EmulatorSettings): Promise<RunningEmulator>;
