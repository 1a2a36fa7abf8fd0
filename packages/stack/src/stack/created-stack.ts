import type { EmulatorName, LimitsMode } from '../config/define-config.ts';
import type { StackData } from '../data/stack-data.ts';
import type { AdminClients, ClientConfig } from './stack-clients.ts';

export interface CreateStackOptions {
  /** Folder of the project with its firebase.json; the working directory by default. */
  readonly folder?: string;
  /**
   * The emulators to start; Firestore and Auth by default, with `seed` those of the configuration.
   * Functions bring Eventarc, Cloud Tasks and, where they use it, Pub/Sub.
   */
  readonly emulators?: readonly EmulatorName[];
  /**
   * A name that `savepoint list` shows and that keeps its ports from start to start. Without it the
   * ports are any that are free.
   */
  readonly name?: string;
  /** A project id that begins with `demo-`, which production never knows; `demo-NAME` by
   * default, with `seed` that of the configuration. */
  readonly projectId?: string;
  /**
   * Whether to start all that `savepoint start` starts for the project except its dev server and
   * Studio, with its project id: the emulators and services of its configuration, with its seed and
   * accounts. `reset` returns to these.
   */
  readonly seed?: boolean;
  /** The services of the configuration to start; with `seed`, of those that are optional. */
  readonly services?: readonly string[];
  /**
   * An export whose data the stack starts with, in the place of the seed. `reset` returns to them.
   */
  readonly import?: string;
  /** Whether traces and logs are recorded, as with `savepoint start`. Default: with `seed`. */
  readonly eventLog?: boolean;
  /** Whether changes of the project's files take effect meanwhile. Default: without `seed`. */
  readonly reload?: boolean;
  /**
   * Whether functions that are not installed, or cannot be built or loaded, are an error. Default
   * that of the configuration: the stack runs without them, and `output` says why.
   */
  readonly strict?: boolean;
  /**
   * Production's soft limits in Firestore: `warn` about what exceeds them in `output`, `enforce`
   * them, or `off`. Default that of the configuration.
   */
  readonly limits?: LimitsMode;
  /** Receives each line that a server prints, after its name: `functions: ...`. */
  readonly onLine?: (line: string) => void;
}

/** A stack whose emulators respond. */
export interface CreatedStack extends AsyncDisposable {
  readonly name: string;
  readonly projectId: string;
  /** `host:port` of each emulator that runs, by its name: `addresses.firestore`. */
  readonly addresses: Readonly<Partial<Record<string, string>>>;
  /** The variables with which the SDKs of Firebase and Google Cloud reach the stack. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The options for `initializeApp` of the SDK `firebase`. Its emulators are connected with
   * `addresses`.
   */
  readonly clientConfig: ClientConfig;
  /**
   * Clients of the firebase-admin that the project has installed, which may do everything. Their
   * types are given, because the kit does not depend on that package: `await
   * stack.clients<Firestore, Auth>()`.
   * @throws UserError when firebase-admin is not installed, or another stack of this process has
   *   clients: it reads the address of Auth from the environment of the process
   */
  clients<Firestore = unknown, Auth = unknown>(): Promise<AdminClients<Firestore, Auth>>;
  /** The last lines that the servers printed. */
  output(): string;
  /** Deletes all documents, accounts, files and tasks, and loads the initial data. */
  reset(): Promise<void>;
  /** All documents, accounts and files. Nothing may write meanwhile. */
  snapshot(): Promise<StackData>;
  /** Replaces all data by those of a snapshot. When that fails, the data are those from before. */
  restore(snapshot: StackData): Promise<void>;
}
