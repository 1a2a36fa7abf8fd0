// The parts of firebase-tools' Functions emulator that the patches use, including their additions.
import type { ChildProcess } from 'node:child_process';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Invocation } from '../functions-worker/protocol.ts';
import type { App } from './express-app.ts';

export type Environment = Record<string, string | undefined>;

export interface Logger {
  log(level: string, message: unknown, data?: unknown): void;
  logLabeled(level: string, label: string, message: string): void;
}

/** The functions of one folder. */
export interface Backend {
  readonly codebase: string;
  readonly runtime?: string;
  readonly functionsDir: string;
  readonly configDir?: string;
  readonly secretEnv: readonly { readonly key: string }[];
}

/** A function as described by the emulator. */
export interface Definition {
  readonly id: string;
  readonly name: string;
  readonly entryPoint: string;
  readonly region: string;
  readonly platform?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly eventTrigger?: EventTrigger;
  readonly blockingTrigger?: BlockingTrigger;
  readonly taskQueueTrigger?: object;
  readonly schedule?: object;
  timeoutSeconds?: number | undefined;
  secretEnvironmentVariables?: readonly Secret[] | undefined;
  /**
   * Identifies the function in requests to its worker; undefined if the worker does not run on
   * Node.
   */
  readonly identity?: Omit<Invocation, 'id' | 'isColdStart'> | undefined;
}

interface Secret {
  readonly key: string;
  readonly secret?: string;
  readonly version?: string;
}

interface EventTrigger {
  readonly eventType: string;
  retry?: boolean | undefined;
  timeoutSeconds?: number | undefined;
}

interface BlockingTrigger {
  readonly eventType: string;
}

interface TriggerRecord {
  readonly def: Definition;
  readonly backend: Backend;
  enabled: boolean;
}

export interface FunctionsEmulatorModule {
  readonly FunctionsEmulator: {
    readonly prototype: FunctionsEmulator;
    getHttpFunctionUrl(
      ...args: readonly [project: string, name: string, region: string, info?: object]
    ): string;
  };
}

export interface FunctionsEmulator {
  readonly logger: Logger;
  readonly args: { readonly projectId: string };
  readonly staticBackends: readonly Backend[];
  readonly triggers: Readonly<Record<string, TriggerRecord>>;
  /** Triggers that the hub has disabled, until they are enabled again (trigger-enabling.ts). */
  disabledRecords?: readonly TriggerRecord[] | undefined;
  readonly workerPools: Readonly<Record<string, WorkerPool>>;
  addFirestoreTrigger(
    projectId: string,
    key: string,
    eventTrigger: EventTrigger,
    signature: string,
  ): Promise<boolean>;
  addRealtimeDatabaseTrigger(
    projectId: string,
    id: string,
    key: string,
    eventTrigger: EventTrigger,
    signature: string,
    region: string,
  ): Promise<boolean>;
  addPubsubTrigger(
    triggerName: string,
    key: string,
    eventTrigger: EventTrigger,
    signature: string,
    schedule: object | undefined,
  ): Promise<boolean>;
  addTaskQueueTrigger(
    projectId: string,
    location: string,
    entryPoint: string,
    defaultUri: string,
    taskQueueTrigger: object,
  ): Promise<boolean>;
  addBlockingTrigger(url: string, trigger: BlockingTrigger): boolean;
  addTriggerRecord(definition: Definition, options: object): void;
  connect(): Promise<void>;
  createHubServer(): App;
  disableBackgroundTriggers(): Promise<void>;
  discoverTriggers(backend: Backend): Promise<readonly Definition[]>;
  getBackendInfo(): readonly object[];
  getEmulatorEnvs(): Environment;
  getInfo(): { readonly host: string; readonly port: number };
  getRuntimeEnvs(backend: Backend, trigger?: Definition): Environment;
  getSystemEnvs(trigger?: Definition): Environment;
  getTriggerKey(definition: Definition): string;
  getV1FirestoreAttributes(...args: readonly [string, string, EventTrigger]): object;
  getV2FirestoreAttributes(...args: readonly [string, string, EventTrigger]): FirestoreAttributes;
  handleHttpsTrigger(request: Request, response: Response): Promise<void>;
  loadTriggers(backend: Backend, ...others: readonly unknown[]): Promise<void>;
  performPostLoadOperations(): Promise<void>;
  reloadTriggers(): Promise<void>;
  resolveSecretEnvs(backend: Backend, trigger?: Definition): Promise<Record<string, string>>;
  startRuntime(backend: Backend, trigger: Definition): Promise<Worker>;
}

/** How a Firestore trigger is registered. */
interface FirestoreAttributes {
  readonly bundle: string;
  readonly path: string;
}

export interface WorkerModule {
  readonly RuntimeWorker: { readonly prototype: Worker };
  readonly RuntimeWorkerPool: { readonly prototype: WorkerPool };
  readonly RuntimeWorkerState: WorkerStates;
}

export type WorkerStates = Readonly<Record<'BUSY' | 'IDLE' | 'FINISHING' | 'FINISHED', string>>;

/** The workers of a codebase. */
export interface WorkerPool {
  readonly workers: ReadonlyMap<string, readonly Worker[]>;
  addWorker(...args: unknown[]): Worker;
  exit(): void;
  getIdleWorker(triggerId: string, runtime?: string): Worker | undefined;
  getKey(triggerId: string | undefined, runtime?: string): string;
  getTriggerWorkers(triggerId: string, runtime?: string): readonly Worker[];
  refresh(): void;
  submitRequest(triggerId: string, request: WorkerRequest, ...others: readonly unknown[]): Promise<void>;
  /** The functions of the currently loaded code, by id. */
  definitions?: ReadonlyMap<string, Definition>;
  /** The keys of shared workers, by function id. */
  environments?: ReadonlyMap<string, string>;
  /** The number of reloads. */
  generation?: number;
  isClosed?: boolean;
  warmUp?: () => void;
}

/** The node:http options for a request to a worker. */
interface WorkerRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** The called function: its id, and its record in the pool. */
  readonly triggerId?: string;
  readonly definition?: Definition | undefined;
}

/** A worker's log line in firebase-tools' format. */
interface WorkerLog {
  readonly type: string;
  readonly text: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A process that runs functions, with properties added when it joins its pool. */
export interface Worker {
  readonly runtime: {
    readonly process: ChildProcess;
    readonly cwd: string;
    readonly conn: { httpReqOpts(): object };
  };
  readonly logger: Logger;
  readonly stateEvents: { emit(state: string): void };
  state: string;
  _state: string;
  isSocketReady(): Promise<void>;
  waitForSocketReady(): Promise<void>;
  onLogs(listener: (log: WorkerLog) => void, forever?: boolean): void;
  logDebug(message: unknown): void;
  logInfo(message: string): void;
  request(options: WorkerRequest, response: ServerResponse, body?: unknown, debug?: unknown): Promise<void>;

  retire(): void;
  end(): void;
  endIfBlocked(invocation: RunningInvocation): void;
  /** Invocations with open requests. */
  invocations: Map<number, RunningInvocation>;
  /** Ids of invocations that continue without a request. */
  left: Set<number>;
  /** Invocations that have exceeded their timeout. */
  overdue: Map<number, RunningInvocation>;
  invocationCount: number;
  death: Promise<Death>;
  isAwaited?: boolean;
  isEnding?: boolean;
  blocker?: Blocker;
  lastCheck?: Promise<void>;
  debuggerUrl?: Promise<string>;
  /** The first function-specific variable that its code reads while it is loaded. */
  environmentRead?: EnvironmentRead;
}

export interface RunningInvocation {
  readonly id: number;
  readonly name: string;
  readonly timeoutSeconds: number | undefined;
  readonly isColdStart: boolean;
  readonly startedAt: number;
}

export interface Death {
  /** A sentence without a subject: `onOrder called process.exit(1) (index.js:12)`. */
  readonly reason: string;
  /** The id of the invocation that ended the worker, if known. */
  readonly culprit: number | undefined;
}

/** The invocation that has blocked an event loop for longer than its timeout. */
interface Blocker {
  readonly id: number;
  readonly name: string;
  readonly timeoutSeconds: number | undefined;
  readonly place: string | undefined;
}

export interface EnvironmentRead {
  readonly variable: string;
  /** `FILE:LINE`. */
  readonly place: string;
}

/** Returns whether the functions of a backend run on Node, which is the emulator's default. */
export function isNode({ runtime }: Pick<Backend, 'runtime'>): boolean {
  return !/^(python|dart)/.test(runtime ?? '');
}

/** The pool of a codebase. */
export function poolOf(
  { workerPools }: Pick<FunctionsEmulator, 'workerPools'>,
  codebase: string,
): WorkerPool {
  const pool = workerPools[codebase];
  if (pool === undefined) throw new Error(`There are no workers of the codebase ${codebase}`);
  return pool;
}
