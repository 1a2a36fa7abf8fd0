/** The declarations and expressions of a rules file, with the scope of each. */
import { type Environment, Scope } from './scope.ts';
import type { Expression, FunctionDeclaration, MatchBlock, MatchSegment, RulesFile } from './syntax.ts';
/**
 * The condition of an allow statement, the value of a `let` variable or the return expression of a
 * function.
 */
export interface RootExpression {
    readonly expression: Expression;
    readonly environment: Environment;
}
/** A match block, its scope and its full path, including those of its parents. */
export interface ScopedMatch {
    readonly block: MatchBlock;
    readonly scope: Scope;
    readonly segments: readonly MatchSegment[];
    /** Nesting depth; 1 for a block directly in the service. */
    readonly depth: number;
}
/** A function and the scope that declares it. */
export interface ScopedFunction {
    readonly declaration: FunctionDeclaration;
    readonly scope: Scope;
}
/** The flattened declarations of a file, in source order within each kind. */
export interface Declarations {
    readonly functions: readonly ScopedFunction[];
    readonly matches: readonly ScopedMatch[];
    /** The functions of each block: names must be unique within a block. */
    readonly blocks: readonly (readonly FunctionDeclaration[])[];
}
/** Collects the declarations of a file. */
export declare function collectDeclarations(file: RulesFile): Declarations;
/** The expressions of a function. Each `let` variable sees the ones declared before it. */
export declare function functionRootExpressions({ declaration, scope }: ScopedFunction): RootExpression[];
/** All conditions, `let` values and return expressions of a file. */
export declare function rootExpressions({ functions, matches }: Declarations): RootExpression[];
