// The interface of a stack's servers: the emulators, the event log, Studio, the dev server, and the
// services of the configuration. servers.ts lists them; start-servers.ts starts them.
import type { StackAddresses } from '../config/environment.ts';
import type { ServerName } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import type { FirebaseOutput } from '../emulators/firebase-output.ts';
import type { UnloadedFunctions } from '../emulators/unloaded-functions.ts';
import type { ProcessSpec, Run } from '../processes/run.ts';
import type { ServerProcessOptions } from '../processes/server-process.ts';
import type { UserError } from '../user-error.ts';

/** The optional parts of a stack. */
export interface StackParts {
  /** The optional services to start. */
  readonly services: readonly string[];
  /** Absolute path of the folder for the event log's files. If absent, nothing is recorded. */
  readonly eventLogFolder?: string;
  /** Which pages a user can open: the dev server's and Studio's (`all`), or only Studio's. */
  readonly pages?: 'all' | 'studio';
}

/** A port that a server listens on. */
export interface ServerPort {
  /** Its name in `Ports`, in `{NAME.url}` of the configuration, and in commands. */
  readonly name: ServerName;
  /** Its name in the terminal and in Studio. Ports without a label are not shown. */
  readonly label?: string;
  readonly note?: string;
  /** Scheme of its URL; http if absent. */
  readonly scheme?: 'https';
  /** True if users open it, rather than programs. */
  readonly isPage?: boolean;
}

/** A stack while its servers start. */
export interface StartingStack extends StackAddresses, Pick<StackParts, 'eventLogFolder'> {
  readonly project: Project;
  readonly run: Run;
  /** The stack's name, for commands on it. */
  readonly name: string | undefined;
  /** The ports of the stack, as described by its servers. */
  readonly shownPorts: readonly ServerPort[];
  /** The variables of all processes of the stack. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute path of an export to load. */
  readonly importFolder: string | undefined;
  /** If true, the export also replaces the configured seed. */
  readonly replacesSeed: boolean;
  /** The socket of stack/server-control.ts. */
  readonly control: string;
  /** Parses the output of firebase-tools about the functions. */
  readonly firebaseOutput: FirebaseOutput;
  readonly unloadedFunctions: UnloadedFunctions;
  /** Receives each output line with the server's name. */
  readonly onLine: (server: string, line: string) => void;
}

/** A server's process, and the hooks around its starts and stops. */
export interface ServerStart
  extends Omit<ProcessSpec, 'name'>,
    Pick<ServerProcessOptions, 'responds' | 'beforeStop' | 'afterStart' | 'note'> {
  /** The error with which the stack ends; by default it contains the last lines. */
  readonly exitError?: (problem: string, lines: readonly string[]) => UserError;
}

/** A type of server that a stack may have. It is one process. */
export interface Server {
  /** Its name in commands, and the name of its port if it has one. */
  readonly name: string;
  /** Begins sentences: `The dev server`. */
  readonly label: string;
  /** Returns whether a stack of the project needs it. */
  isNeeded(project: Project, parts: StackParts): boolean;
  /** The ports that it listens on. The first one responds to HTTP. */
  ports(project: Project): readonly ServerPort[];
  /** Servers that must respond before this one starts, if the stack has them. */
  readonly dependsOn: readonly string[];
  /** If true, the stack is ready only once this server responds. */
  readonly isAwaited: boolean;
  /**
   * When an unexpected exit of this server ends the stack: always, only while the stack starts, or
   * never.
   */
  readonly isRequired: 'always' | 'at the start' | 'never';
  /** Servers that must be running when this one is started alone, besides `dependsOn`. */
  readonly connectsTo?: readonly string[];
  /** The data lost by an exit, for a sentence: `its accounts and files`. */
  readonly losesOnExit?: string;
  /** The variables that tell the stack's processes its address. */
  environment(project: Project, addresses: StackAddresses): Readonly<Record<string, string>>;
  /** A warning for the developer about how it runs in this project. */
  warning?(project: Project): string | undefined;
  /** Builds its program. All builds finish before the first server starts. */
  prepare?(stack: StartingStack): Promise<void>;
  /** Returns its process; called once per stack. */
  start(stack: StartingStack): ServerStart;
  /** Runs when the stack is ready and its functions' workers have started. */
  afterReady?(stack: StartingStack): void;
}
