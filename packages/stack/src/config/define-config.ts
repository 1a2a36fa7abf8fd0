// The project's configuration, savepoint.config.ts: everything that firebase.json does not say. The
// comments on the fields are their documentation; the README of savepoint has an example.

/**
 * The emulators that a stack can have, named as in firebase.json. Eventarc and Tasks come with
 * Functions.
 */
export type EmulatorName = 'auth' | 'firestore' | 'database' | 'storage' | 'functions' | 'hosting';

/**
 * A string in which `{NAME}` is replaced when a stack starts: `{project}` with the project id,
 * `{auth}`, `{firestore}` and so on with the `host:port` of a server, `{auth.url}` with its URL,
 * `{app.url}` with the URL where a browser opens the app, and `{secret.NAME}` with a local secret
 * of the functions. In a server's own fields, `{port}` and `{url}` refer to that server.
 */
export type Template = string;

/** How build output is made, and when it is stale. Paths are relative to the project folder. */
export interface BuildConfig {
  /** Default for functions: the script `build` of their package.json. */
  readonly command?: string;
  /** Where the command runs. Default for functions: their source folder. */
  readonly folder?: string;
  /**
   * Files and folders that the output depends on. Folders are watched. Default for functions: their
   * source folder.
   */
  readonly inputs?: readonly string[];
  /** The file that the build writes last. Default for functions: `main` of their package.json. */
  readonly output?: string;
}

/** The dev server of the web app. */
export interface WebConfig {
  readonly command: Template;
  readonly folder?: string;
  /** Default 5173. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, Template>>;
  /**
   * A path of the dev server that signs the app in when a custom token is appended, such as
   * `/#customToken=`. Studio uses it to open the app as any account.
   */
  readonly signInPath?: string;
  /** Name and explanation in the summary of `start`. */
  readonly title?: string;
  readonly note?: string;
}

/** A field value of a document in the configuration. A Date becomes a timestamp. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

/** An account that is created in the Auth emulator. */
export interface AccountConfig {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName?: string;
  /** Custom claims. */
  readonly claims?: Readonly<Record<string, FieldValue>>;
  /** Documents to write with the account, by path. */
  readonly documents?: Readonly<Record<string, Readonly<Record<string, FieldValue>>>>;
  /** Label under which `start` prints the account. Accounts without a label are not printed. */
  readonly label?: string;
}

/** The data that a stack has after a start or a reset. */
export interface SeedConfig {
  /**
   * A shell command that runs in the project folder with the addresses of the stack in its
   * environment.
   */
  readonly command?: Template;
  /** A folder written by `firebase emulators:export`. */
  readonly import?: string;
  readonly accounts?: readonly AccountConfig[];
}

/** An additional server of the stack, such as the emulator of an API that the functions call. */
export interface ServiceConfig {
  readonly command: Template;
  readonly folder?: string;
  readonly port: number;
  /** Variables for the whole stack when the service runs. */
  readonly env?: Readonly<Record<string, Template>>;
  /** If true, it starts only with the flag `--NAME` and in tests that name it. */
  readonly optional?: boolean;
  /** Name and explanation in the summary of `start`. */
  readonly title?: string;
  readonly note?: string;
  /**
   * If true, Studio shows its page in a frame. The Content-Security-Policy of the page must allow
   * it: `frame-ancestors {studio.url}`. Default false.
   */
  readonly frame?: boolean;
}

/** A page that `start` prints. */
export interface LinkConfig {
  readonly title: string;
  readonly url: Template;
  readonly note?: string;
  readonly frame?: boolean;
}

/** Settings for running functions locally. */
export interface FunctionsConfig {
  /**
   * `shared`: functions of a codebase that bind the same secrets share one process, as instances in
   * production serve many requests at once. `isolated`: each function has its own process, as with
   * firebase-tools. Default `shared`.
   */
  readonly workers?: 'shared' | 'isolated';
}

/** How Firestore treats operations that exceed production's soft limits. */
export type LimitsMode = 'off' | 'warn' | 'enforce';

/** Settings for the checks of `savepoint deploy`. */
export interface DeployConfig {
  /**
   * Pages whose inline scripts the Content-Security-Policy must allow, relative to the Hosting
   * folder. Default: its *.html files.
   */
  readonly pages?: readonly string[];
}

/** The default export of savepoint.config.ts. */
export interface SavepointConfig {
  /** The project's name in messages. Default `The project`. */
  readonly name?: string;
  /** Project id. Default: `demo-` and the folder name. */
  readonly project?: string;
  /**
   * The emulators to start. Default `auto`: those that firebase.json and the functions may need.
   */
  readonly emulators?: 'auto' | readonly EmulatorName[];
  /** Builds of the functions (one, or one per codebase) and of the Hosting folder. */
  readonly build?: {
    readonly functions?: BuildConfig | Readonly<Record<string, BuildConfig>>;
    readonly hosting?: BuildConfig & { readonly command: string; readonly output: string };
  };
  readonly functions?: FunctionsConfig;
  readonly web?: WebConfig;
  readonly seed?: SeedConfig;
  readonly services?: Readonly<Record<string, ServiceConfig>>;
  /** Variables for every process of a stack and of `savepoint run`. */
  readonly env?: Readonly<Record<string, Template>>;
  /**
   * Additional links in the summary of `start` and in Studio's services. For `frame` see
   * `services`.
   */
  readonly links?: readonly LinkConfig[];
  readonly deploy?: DeployConfig;
  /** Hosts that processes of a stack may connect to in addition to this machine. */
  readonly allowOutbound?: readonly string[];
  /** If true, callable functions verify tokens, as in production. Default true. */
  readonly verifyTokens?: boolean;
  /** If true, a query without its composite index fails, as in production. Default false. */
  readonly requireIndexes?: boolean;
  /**
   * Production's soft limits in Firestore: `warn` when they are exceeded, `enforce` them with
   * delays and errors, or `off`. Default `warn`.
   */
  readonly limits?: LimitsMode;
  /**
   * Paths of documents and collections that may exceed a soft limit, with the reason. `*` matches
   * one id: `{'counters/*': 'one writer, once a minute in production'}`.
   */
  readonly expectedHotspots?: Readonly<Record<string, string>>;
  /**
   * If true, a start fails when functions are not installed or cannot be built or loaded, or when
   * rules or an import do not exist. Default false: as with firebase-tools, the stack starts
   * without them, reports it, and loads the functions once that is possible.
   */
  readonly strict?: boolean;
}

/** Returns the configuration unchanged. It provides the types to an editor. */
export function defineConfig(config: SavepointConfig): SavepointConfig {
  return config;
}
