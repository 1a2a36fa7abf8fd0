// The configuration of a project, savepoint.config.ts: what firebase.json does not say.
// The comments of the fields are their documentation; the README of savepoint has an example.

/**
 * The emulators that a stack can have, as firebase.json names them. Eventarc and Tasks come with
 * Functions.
 */
export type EmulatorName = 'auth' | 'firestore' | 'database' | 'storage' | 'functions' | 'hosting';

/**
 * Texts in which `{NAME}` is replaced when a stack starts: `{project}`; `{auth}`, `{firestore}` and
 * so on by `host:port` of a server, and `{auth.url}` by its URL; `{app.url}` by the URL where a
 * browser opens the app; `{secret.NAME}` by a local secret of the functions. In the fields of a
 * server, `{port}` and `{url}` are its own.
 */
export type Template = string;

/**
 * How build output is made, and when it is out of date. Paths are relative to the project's folder.
 */
export interface BuildConfig {
  /** Default for functions: the script `build` of their package.json. */
  readonly command?: string;
  /** Where the command runs. Default for functions: their source folder. */
  readonly folder?: string;
  /**
   * Files and folders that the output depends on; folders are watched. Default for functions: their
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
   * The end of an address of the dev server, such as `/#customToken=`: followed by a custom token,
   * the app signs in with it. Studio then opens the app as any account.
   */
  readonly signInPath?: string;
  /** Name and explanation in the summary of `start`. */
  readonly title?: string;
  readonly note?: string;
}

/** A field value of a document that the configuration writes. A Date becomes a timestamp. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

/** An account of the Auth emulator, for signing in. */
export interface AccountConfig {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName?: string;
  /** Custom claims. */
  readonly claims?: Readonly<Record<string, FieldValue>>;
  /** Documents that are written with the account, by their paths. */
  readonly documents?: Readonly<Record<string, Readonly<Record<string, FieldValue>>>>;
  /** `start` prints the account with this label; without one it is not printed. */
  readonly label?: string;
}

/** The data that a stack has at its start and after a reset. */
export interface SeedConfig {
  /** Runs in the project's folder with the addresses of the stack in its environment. */
  readonly command?: Template;
  /** A folder that `firebase emulators:export` wrote. */
  readonly import?: string;
  readonly accounts?: readonly AccountConfig[];
}

/** A further server of the stack, such as the emulator of an API that the functions call. */
export interface ServiceConfig {
  readonly command: Template;
  readonly folder?: string;
  readonly port: number;
  /** Added to the environment of the whole stack when the service runs. */
  readonly env?: Readonly<Record<string, Template>>;
  /** Whether it starts only with the flag `--NAME`, and in tests that name it. */
  readonly optional?: boolean;
  /** Name and explanation in the summary of `start`. */
  readonly title?: string;
  readonly note?: string;
  /**
   * Whether Studio shows its page in a frame. The policy of the page must allow it:
   * `frame-ancestors {studio.url}`. Default false.
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
   * Whether functions of a codebase that bind the same secrets share one process, as instances of
   * production serve many requests at once, or each has its own, as with firebase-tools. Default
   * `shared`.
   */
  readonly workers?: 'shared' | 'isolated';
}

/** How Firestore treats operations beyond production's soft limits. */
export type LimitsMode = 'off' | 'warn' | 'enforce';

/** The checks of `savepoint deploy`. */
export interface DeployConfig {
  /**
   * Pages whose inline scripts the Content-Security-Policy must allow, relative to the hosting
   * folder. Default: its *.html.
   */
  readonly pages?: readonly string[];
}

/** The default export of savepoint.config.ts. */
export interface SavepointConfig {
  /** The name of the project in messages. Default `The project`. */
  readonly name?: string;
  /** Project id. Default `demo-` and the name of the folder. */
  readonly project?: string;
  /**
   * The emulators to start. Default `auto`: those that firebase.json and the functions may need.
   */
  readonly emulators?: 'auto' | readonly EmulatorName[];
  /** Builds: of the functions (one, or one per codebase), and of what Hosting serves. */
  readonly build?: {
    readonly functions?: BuildConfig | Readonly<Record<string, BuildConfig>>;
    readonly hosting?: BuildConfig & { readonly command: string; readonly output: string };
  };
  readonly functions?: FunctionsConfig;
  readonly web?: WebConfig;
  readonly seed?: SeedConfig;
  readonly services?: Readonly<Record<string, ServiceConfig>>;
  /** Added to the environment of every process of a stack, and of `savepoint run`. */
  readonly env?: Readonly<Record<string, Template>>;
  /**
   * Further lines of the summary of `start`, and of Studio's services; for `frame` see `services`.
   */
  readonly links?: readonly LinkConfig[];
  readonly deploy?: DeployConfig;
  /** Hosts that processes of a stack may connect to in addition to this machine. */
  readonly allowOutbound?: readonly string[];
  /** Whether callable functions verify tokens, as in production. Default true. */
  readonly verifyTokens?: boolean;
  /** Whether a query without its composite index fails, as in production. Default false. */
  readonly requireIndexes?: boolean;
  /**
   * Production's soft limits in Firestore: `warn` about what exceeds them, `enforce` them with
   * delays and errors, or `off`. Default `warn`.
   */
  readonly limits?: LimitsMode;
  /**
   * Paths of documents and collections that may exceed a soft limit, `*` for one id, and why:
   * `{'counters/*': 'one writer, once a minute in production'}`.
   */
  readonly expectedHotspots?: Readonly<Record<string, string>>;
  /**
   * Whether a start is refused for functions that are not installed, or cannot be built or loaded,
   * and for rules or an import that do not exist. Default false: a stack starts without them, as
   * with firebase-tools, says so, and loads functions when they can be.
   */
  readonly strict?: boolean;
}

/** Returns the configuration unchanged; it gives an editor the types. */
export function defineConfig(config: SavepointConfig): SavepointConfig {
  return config;
}
