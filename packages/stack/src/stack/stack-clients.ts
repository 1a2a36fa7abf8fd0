// Clients of a stack for the test or script that created it. The kit does not depend on
// firebase-admin: it uses the project's own.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { lendVariables, processEnvironment } from '../config/process-environment.ts';
import { UserError } from '../user-error.ts';

/** The options for `initializeApp` of the client SDK `firebase`. */
export interface ClientConfig {
  readonly projectId: string;
  readonly apiKey: string;
  readonly authDomain: string;
  readonly storageBucket: string;
}

/** Clients from firebase-admin. */
export interface AdminClients<Firestore = unknown, Auth = unknown> {
  readonly firestore: Firestore;
  readonly auth: Auth;
}

interface StackForClients {
  readonly name: string;
  readonly projectId: string;
  /** Folders where firebase-admin may be installed. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The client SDK's configuration for an emulated project. The emulators accept any API key. */
export function clientConfigOf(projectId: string): ClientConfig {
  return {
    projectId,
    apiKey: 'demo-key',
    authDomain: `${projectId}.firebaseapp.com`,
    storageBucket: `${projectId}.appspot.com`,
  };
}

/**
 * Names the stack whose clients this process has. firebase-admin reads the address of Auth from the
 * environment, so this variable is set together with that address. Its value begins with `HERE` to
 * distinguish it from a value that a child process or thread has inherited.
 */
const OWNER = 'SAVEPOINT_CLIENTS_OF';
const HERE = `${process.pid}.${threadId} `;

/** The clients of one stack, created on first use. */
export class StackClients {
  readonly #stack: StackForClients;
  #clients: AdminClients | undefined;
  #end = async (): Promise<void> => undefined;

  constructor(stack: StackForClients) {
    this.#stack = stack;
  }

  /** @throws UserError when firebase-admin is not installed, or another stack has clients */
  async get<Firestore, Auth>(): Promise<AdminClients<Firestore, Auth>> {
    this.#clients ??= this.#create();
    return this.#clients as AdminClients<Firestore, Auth>;
  }

  /** Closes the clients and restores the environment. */
  async close(): Promise<void> {
    const end = this.#end;
    this.#end = async () => undefined;
    await end();
  }

  #create(): AdminClients {
    const { name, projectId, environment } = this.#stack;
    const owner = processEnvironment()[OWNER];
    if (owner?.startsWith(HERE)) {
      throw new UserError(
        `The stack "${owner.slice(HERE.length)}" has the clients of this process already, so "${name}" cannot have any`,
        'Stop it first, or use one process for each.',
      );
    }
    const load = this.#requireFrom();
    const takeBack = lendVariables({ ...environment, [OWNER]: HERE + name });
    const { initializeApp, deleteApp } = load('firebase-admin/app');
    const app = initializeApp({ projectId }, `savepoint-${name}`);
    this.#end = async () => {
      await deleteApp(app);
      takeBack();
    };
    return {
      firestore: load('firebase-admin/firestore').getFirestore(app),
      auth: load('firebase-admin/auth').getAuth(app),
    };
  }

  /** The `require` of a folder that has firebase-admin. */
  #requireFrom(): NodeJS.Require {
    const requires = this.#stack.folders.map((folder) => createRequire(join(folder, 'package.json')));
    const found = requires.find(({ resolve }) => {
      try {
        return resolve('firebase-admin/app') !== '';
      } catch {
        return false;
      }
    });
    if (found !== undefined) return found;
    throw new UserError(
      `firebase-admin is not installed in ${this.#stack.folders.join(' or ')}`,
      'Run: npm install --save-dev firebase-admin',
    );
  }
}
