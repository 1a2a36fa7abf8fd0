/**
 * Compiles a checked syntax tree to a flat list of allow statements. Every expression except
 * literals and parentheses is instrumented: it has an id and reports its value to the evaluation's
 * observer.
 */
import type { SourceText } from '@savepoint/server/rules/source-text';
import { MatchPattern } from '../runtime/match-pattern.ts';
import type { RulesService } from '../runtime/rules-service.ts';
import type { AllowStatement, Expression, FunctionDeclaration, RulesFile } from '../syntax/syntax.ts';
import type { CompiledExpression } from './compiled-expression.ts';
/** An allow statement with its full match pattern and its compiled condition. */
export interface CompiledAllowStatement {
    readonly statement: AllowStatement;
    /** 1-based position of the keyword `allow`. */
    readonly line: number;
    readonly column: number;
    /** 1-based line on which the condition begins. */
    readonly conditionLine: number;
    /** The start of the condition, as `L5:19`. */
    readonly conditionLocation: string;
    readonly pattern: MatchPattern;
    /** In lower case; unknown methods grant nothing. */
    readonly methods: ReadonlySet<string>;
    /** Absent: grants unconditionally. */
    readonly condition: CompiledExpression | undefined;
}
/** The instrumented expressions of a ruleset; the id of an expression is its index. */
export interface InstrumentedExpressions {
    readonly expressions: readonly Expression[];
    readonly ids: ReadonlyMap<Expression, number>;
    /**
     * By id: the enclosing instrumented expression; for a root expression of a function, the
     * function.
     */
    readonly parents: readonly (number | FunctionDeclaration | undefined)[];
    /** By id of a call: the declared function that it calls. */
    readonly callees: ReadonlyMap<number, FunctionDeclaration>;
}
/** The compiled allow statements of a ruleset. */
export interface CompiledRules {
    /** In source order. */
    readonly allows: readonly CompiledAllowStatement[];
    /** The statements that apply to a method, in source order. */
    readonly allowsByMethod: ReadonlyMap<string, readonly CompiledAllowStatement[]>;
    readonly instrumented: InstrumentedExpressions;
}
/** The methods of an allow statement, with `read` and `write` expanded. */
export declare function expandMethods(statement: AllowStatement): Set<string>;
/** Compiles the blocks of one service in a file without errors. */
export declare function compileRules(file: RulesFile, source: SourceText, service: RulesService): CompiledRules;
