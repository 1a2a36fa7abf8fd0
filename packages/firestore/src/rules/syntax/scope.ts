/**
 * Lexical scoping of functions, parameters, `let` variables and wildcards. Inner declarations
 * shadow outer ones.
 */
import type { FunctionDeclaration, MatchBlock } from './syntax.ts';

/** The scope of a block: the file, a service or a match statement. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly #functions = new Map<string, FunctionDeclaration>();
  readonly #wildcards = new Map<string, number>();
  readonly #segments = new Map<string, { readonly recursive: boolean }>();
  /**
   * The number of wildcards of this block and its enclosing blocks. Slots are counted from the
   * outermost match.
   */
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
    for (const segment of path) {
      if (segment.kind !== 'wildcard') continue;
      this.#wildcards.set(segment.name, slot++);
      this.#segments.set(segment.name, segment);
    }
    this.wildcardCount = slot;
  }

  /** The innermost visible function with a name, and the scope that declares it. */
  findFunction(name: string): { declaration: FunctionDeclaration; scope: Scope } | undefined {
    const declaration = this.#functions.get(name);
    if (declaration !== undefined) return { declaration, scope: this };
    return this.parent?.findFunction(name);
  }

  /** The innermost visible wildcard with a name. */
  findWildcardSegment(name: string): { readonly recursive: boolean } | undefined {
    return this.#segments.get(name) ?? this.parent?.findWildcardSegment(name);
  }

  /** The slot of the innermost visible wildcard with a name. */
  findWildcard(name: string): number | undefined {
    return this.#wildcards.get(name) ?? this.parent?.findWildcard(name);
  }
}

/**
 * The names visible in one expression: the enclosing block, and the parameters and `let` variables
 * of its function.
 */
export interface Environment {
  readonly scope: Scope;
  /** Slots of the parameters and of the `let` variables declared before the expression. */
  readonly locals: ReadonlyMap<string, number>;
}

/** True for the name of a parameter, a `let` variable or a wildcard. */
export function isVariable(
  name: string,
  { scope, locals }: { readonly scope: Scope; readonly locals: ReadonlyMap<string, unknown> },
): boolean {
  return locals.has(name) || scope.findWildcard(name) !== undefined;
}
