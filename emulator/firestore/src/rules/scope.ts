/** Names: which function, parameter, binding or capture a name means at a place. Lexical, inner before outer. */
import type { FunctionDeclaration, MatchBlock } from './syntax.ts';

/** A block of declarations: the file, a service or a match. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly #functions = new Map<string, FunctionDeclaration>();
  readonly #wildcards = new Map<string, number>();
  /** Captures of this block and all around it; each has a slot, counted from the outermost match. */
  readonly wildcardCount: number;

  constructor(
    parent: Scope | undefined,
    functions: readonly FunctionDeclaration[],
    path: MatchBlock['path'] = [],
  ) {
    this.parent = parent;
    for (const declaration of functions) {
      if (!this.#functions.has(declaration.name.text))
        this.#functions.set(declaration.name.text, declaration);
    }
    let slot = parent?.wildcardCount ?? 0;
    for (const segment of path) if (segment.kind === 'wildcard') this.#wildcards.set(segment.name, slot++);
    this.wildcardCount = slot;
  }

  /** The nearest function of a name and the scope it is declared in. */
  findFunction(name: string): { declaration: FunctionDeclaration; scope: Scope } | undefined {
    const declaration = this.#functions.get(name);
    if (declaration !== undefined) return { declaration, scope: this };
    return this.parent?.findFunction(name);
  }

  /** The slot of the nearest capture of a name. */
  findWildcard(name: string): number | undefined {
    return this.#wildcards.get(name) ?? this.parent?.findWildcard(name);
  }
}

/** What is known inside one expression: the block around it, and the parameters and bindings of its function. */
export interface Environment {
  readonly scope: Scope;
  /** Slots of parameters and of the bindings made so far. */
  readonly locals: ReadonlyMap<string, number>;
}
