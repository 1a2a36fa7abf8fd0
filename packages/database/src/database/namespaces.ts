import type { Node } from '../core/node.ts';
import { ROOT } from '../core/path.ts';
import { changesBetween } from './change.ts';
import { ChangeLog } from './change-log.ts';
import { Namespace, type NamespaceOptions } from './namespace.ts';

/** The namespace of requests that name none. */
const DEFAULT_NAME = 'fake-server';

/** firebase-tools names the files of an export after databases. */
const NAME = /^[\w.-]{1,255}$/;

/** Checks a name given by the parameter `ns`; without one, the Host names the database. */
export function isNamespaceName(ns: string | null): boolean {
  return ns === null || ns === '' || NAME.test(ns);
}

/** The settings for storing databases on disk. */
interface Durability {
  readonly folder: string;
  /** Receives a line about damage to the log, or about writes that could not be stored. */
  readonly warn: (line: string) => void;
}

/** The databases of a server, each created on first use. */
export class Namespaces {
  readonly #options: NamespaceOptions;
  readonly #namespaces = new Map<string, Namespace>();
  #changeLog: ChangeLog | undefined;

  constructor(options: Omit<NamespaceOptions, 'changeLog'>) {
    this.#options = { ...options, changeLog: () => this.#changeLog };
  }

  /**
   * Restores the data in a folder, and stores every further write there. Throws if another process
   * uses the folder or it is unusable.
   */
  open({ folder, warn }: Durability): void {
    this.#changeLog = new ChangeLog({
      ...{ folder, warn },
      replay: (database, update) => this.get(database).restore(update),
      roots: () => Array.from(this.#namespaces, ([name, { root }]) => [name, root] as const),
    });
  }

  /** Closes the log. No write may follow. */
  close(): void {
    this.#changeLog?.close();
  }

  /** The names of the databases in use; the unnamed one only once it has data. */
  get names(): string[] {
    return Array.from(this)
      .filter(({ name, root }) => name !== DEFAULT_NAME || !root.isEmpty)
      .map(({ name }) => name);
  }

  get(name: string): Namespace {
    const namespace = this.#namespaces.get(name) ?? new Namespace(name, this.#options);
    this.#namespaces.set(name, namespace);
    return namespace;
  }

  /** The namespace of a request: `ns`, or the first label of a Host such as `demo.example.com`. */
  of(ns: string | null, host: string | undefined): Namespace {
    if (ns !== null && ns !== '') return this.get(ns);
    const labels = (host ?? '').split(':', 1)[0]?.split('.') ?? [];
    const isName = labels.length >= 3 && !labels.every((label) => /^\d*$/.test(label));
    return this.get(isName ? (labels[0] as string) : DEFAULT_NAME);
  }

  /**
   * Replaces all data of all given databases or of none, without rules and triggers.
   * @throws NotStoredError
   */
  replaceRoots(roots: Iterable<readonly [string, Node]>): void {
    const replaced = Array.from(roots, ([name, root]) => {
      const namespace = this.get(name);
      return { namespace, root, changes: changesBetween(namespace.root, root, [ROOT]) };
    }).filter(({ changes }) => changes.length > 0);
    if (replaced.length === 0) return;
    this.#changeLog?.append(
      replaced.map(({ namespace, changes }) => ({ database: namespace.name, changes })),
    );
    for (const { namespace, root, changes } of replaced) namespace.replaceRoot(root, changes);
    this.#changeLog?.compactIfDue();
  }

  [Symbol.iterator](): IterableIterator<Namespace> {
    return this.#namespaces.values();
  }
}
