/**
 * Lexical scoping of functions, parameters, `let` variables and wildcards. Inner declarations
 * shadow outer ones.
 */
import type { FunctionDeclaration, MatchBlock } from './syntax.ts';
/** The scope of a block: the file, a service or a match statement. */
export declare class Scope {
    #private;
    readonly parent: Scope | undefined;
    /**
     * The number of wildcards of this block and its enclosing blocks. Slots are counted from the
     * outermost match.
     */
    readonly wildcardCount: number;
    constructor(parent: Scope | undefined, functions: readonly FunctionDeclaration[], path?: MatchBlock['path']);
    /** The innermost visible function of a name and the scope that declares it. */
    findFunction(name: string): {
        declaration: FunctionDeclaration;
        scope: Scope;
    } | undefined;
    /** The innermost visible wildcard of a name. */
    findWildcardSegment(name: string): {
        readonly recursive: boolean;
    } | undefined;
    /** The slot of the innermost visible wildcard of a name. */
    findWildcard(name: string): number | undefined;
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
export declare function isVariable(name: string, { scope, locals }: {
    readonly scope: Scope;
    readonly locals: ReadonlyMap<string, unknown>;
}): boolean;
