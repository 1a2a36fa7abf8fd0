// The interface of a stack's servers. A server is one of the emulators, the event log, Studio, the
// dev server, or a service of the configuration. servers.ts lists them; start-servers.ts starts
// them.
import type { StackAddresses } from '../config/environment.ts';
import type { ServerName } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import type { FirebaseOutput } from '../emulators/firebase-output.ts';
import type { UnloadedFunctions } from '../emulators/unloaded-functions.ts';
import type { ProcessSpec, Run } from '../processes/run.ts';
import type { ServerProcessOptions } from '../processes/server-process.ts';
import type { UserError } from '../user-error.ts';

/** The servers of a stack that its project leaves open. */
export interface StackParts {
  /** The optional services of the configuration that start. */
  readonly services: readonly string[];
  /** Absolute path of the folder for the event log's files; without one, nothing is recorded. */
  readonly eventLogFolder?: string;
  /** Which servers start whose pages a person opens: the dev server and Studio, or Studio alone. */
  readonly pages?: 'all' | 'studio';
}

/** A port that a server listens on. */
export interface ServerPort {
  /** Its name in `Ports`, in `{NAME.url}` of the configuration and in commands. */
  readonly name: ServerName;
  /** Its name in the terminal and in Studio; a port without a label is not shown. */
  readonly label?: string;
  readonly note?: string;
  /** Of its URL; http when absent. */
  readonly scheme?: 'https';
  /** Whether a person opens it rather than a program. */
  readonly isPage?: boolean;
}

/** A stack of which servers start. */
export interface StartingStack extends StackAddresses, Pick<StackParts, 'eventLogFolder'> {
  readonly project: Project;
  readonly run: Run;
  /** The name of the stack, for commands on it. */
  readonly name: string | undefined;
  /** The ports that the stack listens on, as its servers describe them. */
  readonly shownPorts: readonly ServerPort[];
  /** The variables of every process of the stack. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute path of an export whose data are loaded. */
  readonly importFolder: string | undefined;
  /** Whether these data stand for the seed of the configuration, too. */
  readonly replacesSeed: boolean;
  /** The socket of stack/server-control.ts. */
  readonly control: string;
  /** The output of firebase-tools about the functions. */
  readonly firebaseOutput: FirebaseOutput;
  readonly unloadedFunctions: UnloadedFunctions;
  /** Receives each line of a server's output, with the name of the server. */
  readonly onLine: (server: string, line: string) => void;
}

/** The process of a server, and the hooks around its starts and stops. */
export interface ServerStart
  extends Omit<ProcessSpec, 'name'>,
    Pick<ServerProcessOptions, 'responds' | 'beforeStop' | 'afterStart' | 'note'> {
  /** The error with which the stack ends; by default one with the last lines. */
  readonly exitError?: (problem: string, lines: readonly string[]) => UserError;
}

/** A server that a stack may have: one process. */
export interface Server {
  /** As the commands of the kit call it; the name of its port, where it has one. */
  readonly name: string;
  /** The beginning of a sentence: `The dev server`. */
  readonly label: string;
  /** Whether a stack of the project has it. */
  isNeeded(project: Project, parts: StackParts): boolean;
  /** The ports that it listens on; the first one responds to HTTP. */
  ports(project: Project): readonly ServerPort[];
  /** The servers that respond before this one starts, of those that the stack has. */
  readonly dependsOn: readonly string[];
  /** Whether the stack is ready only when this server responds. */
  readonly isAwaited: boolean;
  /**
   * Whether the stack cannot go on when the server exits by itself: always, while the stack starts,
   * or never.
   */
  readonly isRequired: 'always' | 'at the start' | 'never';
  /** The servers that must run for a start of it alone, beside those that it depends on. */
  readonly connectsTo?: readonly string[];
  /** The data that an exit loses, for a sentence: `its accounts and files`. */
  readonly losesOnExit?: string;
  /** The variables by which the processes of the stack find it. */
  environment(project: Project, addresses: StackAddresses): Readonly<Record<string, string>>;
  /** A line for the developer about how it runs in this project. */
  warning?(project: Project): string | undefined;
  /** Builds what it runs. All are built before the first one starts. */
  prepare?(stack: StartingStack): Promise<void>;
  /** Its process, each time the same. */
  start(stack: StartingStack): ServerStart;
  /** Runs when the stack is ready and the workers of its functions have started. */
  afterReady?(stack: StartingStack): void;
}
