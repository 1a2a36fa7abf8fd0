import type { EmulatorName, LimitsMode } from '../config/define-config.ts';
import type { StackData } from '../data/stack-data.ts';
import type { AdminClients, ClientConfig } from './stack-clients.ts';

export interface CreateStackOptions {
  /** Folder of the project that contains firebase.json. Default: the working directory. */
  readonly folder?: string;
  /**
   * The emulators to start. Default: Firestore and Auth, or with `seed` those of the configuration.
   * Functions bring Eventarc, Cloud Tasks and, if they use it, Pub/Sub.
   */
  readonly emulators?: readonly EmulatorName[];
  /**
   * A name that `savepoint list` shows and that keeps its ports between starts. Without a name, the
   * ports are any free ones.
   */
  readonly name?: string;
  /**
   * A project id that begins with `demo-`, which never exists in production. Default: `demo-NAME`,
   * or with `seed` that of the configuration.
   */
  readonly projectId?: string;
  /**
   * If true, starts everything that `savepoint start` does except the dev server and Studio, with
   * the configured project id, emulators, services, seed and accounts. `reset` restores these data.
   */
  readonly seed?: boolean;
  /** The configured services to start; with `seed`, only the optional ones need to be listed. */
  readonly services?: readonly string[];
  /** An export to load instead of the seed. `reset` restores its data. */
  readonly import?: string;
  /**
   * If true, traces and logs are recorded, as with `savepoint start`. Default: the value of `seed`.
   */
  readonly eventLog?: boolean;
  /**
   * If true, changes of the project's files take effect while the stack runs. Default: the opposite
   * of `seed`.
   */
  readonly reload?: boolean;
  /**
   * If true, functions that are not installed, or cannot be built or loaded, are an error. Default:
   * as configured. Otherwise the stack runs without them, and `output` contains the reason.
   */
  readonly strict?: boolean;
  /**
   * Production's soft limits in Firestore: `warn` in `output`, `enforce` them, or `off`. Default:
   * as configured.
   */
  readonly limits?: LimitsMode;
  /** Receives each line that a server prints, after its name: `functions: ...`. */
  readonly onLine?: (line: string) => void;
}

/** A running stack whose emulators respond. */
export interface CreatedStack extends AsyncDisposable {
  readonly name: string;
  readonly projectId: string;
  /** `host:port` of each running emulator, by name: `addresses.firestore`. */
  readonly addresses: Readonly<Partial<Record<string, string>>>;
  /** The variables that direct the SDKs of Firebase and Google Cloud to the stack. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The options for `initializeApp` of the client SDK `firebase`. Connect its emulators with
   * `addresses`.
   */
  readonly clientConfig: ClientConfig;
  /**
   * Admin clients from the firebase-admin that the project has installed. Pass their types, because
   * the kit does not depend on that package: `await stack.clients<Firestore, Auth>()`.
   * @throws UserError when firebase-admin is not installed, or another stack of this process has
   * clients, because firebase-admin reads the address of Auth from the process environment
   */
  clients<Firestore = unknown, Auth = unknown>(): Promise<AdminClients<Firestore, Auth>>;
  /** The last lines that the servers printed. */
  output(): string;
  /** Deletes all documents, accounts, files and tasks, and loads the initial data. */
  reset(): Promise<void>;
  /** Reads all documents, accounts and files. Nothing may write meanwhile. */
  snapshot(): Promise<StackData>;
  /** Replaces all data with those of a snapshot. If that fails, the earlier data are restored. */
  restore(snapshot: StackData): Promise<void>;
}
