import { Namespace, type NamespaceOptions } from './namespace.ts';

/** The namespace of requests that name none. */
const DEFAULT_NAME = 'fake-server';

/** The databases of a server, each made when it is first asked for. */
export class Namespaces {
  readonly #options: NamespaceOptions;
  readonly #namespaces = new Map<string, Namespace>();

  constructor(options: NamespaceOptions) {
    this.#options = options;
  }

  /** The names of those that were asked for. */
  get names(): string[] {
    return [...this.#namespaces.keys()];
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

  [Symbol.iterator](): IterableIterator<Namespace> {
    return this.#namespaces.values();
  }
}
