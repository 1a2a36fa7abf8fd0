import { Clock, type TimeSource } from '@savepoint/server/core/clock';
import type { RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { type LoopbackListenHost } from '@savepoint/server/http/listen';
/** How to start an emulator. Everything may be left out. */
export interface TasksEmulatorOptions extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
    /** 0, the default, takes a free port. */
    readonly port?: number;
    readonly host?: LoopbackListenHost;
    /** Base URL of an OTLP receiver of the spans; nothing is recorded without. */
    readonly otlpEndpoint?: string | undefined;
    readonly time?: TimeSource;
    /** Receives a line per attempt without a response, abandoned task and rejected caller. */
    readonly log?: (line: string) => void;
}
/** A running emulator. */
export interface TasksEmulator {
    /** `HOST:PORT`, the form of CLOUD_TASKS_EMULATOR_HOST. */
    readonly host: string;
    readonly port: number;
    /** Schedules, retries, rates and the reservation of names follow this clock. */
    readonly clock: Clock;
    /** Deletes all tasks and forgets their names; the queues stay. */
    reset(): void;
    /** Releases the port; attempts under way end without effect. */
    close(): Promise<void>;
}
/**
 * Starts a Cloud Tasks emulator on the loopback interface.
 * @throws Error when the host is not a loopback address or the port is taken (`code` is EADDRINUSE)
 */
export declare function startTasksEmulator(options?: TasksEmulatorOptions): Promise<TasksEmulator>;
