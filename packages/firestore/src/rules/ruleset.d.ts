/**
 * The entry point of the rules engine. It has no I/O and no database: requests and document access
 * are passed in.
 */
import { type Issue } from '@savepoint/server/rules/issue';
import { SourceText } from '@savepoint/server/rules/source-text';
import { Coverage } from './coverage/coverage.ts';
import { type AccessBudget, type DocumentAccess } from './evaluate/document-lookup.ts';
import { Decision } from './explain/decision.ts';
import { type RulesRequest } from './runtime/request-value.ts';
import type { RulesFile } from './syntax/syntax.ts';
export { deniedMessage, type Explanation, explanationDetail, explanationLine, } from '@savepoint/server/rules/explanation';
export type { Issue } from '@savepoint/server/rules/issue';
export { type CoverageFormat, coverageReport } from './coverage/coverage-report.ts';
export { AccessBudget, type DocumentAccess } from './evaluate/document-lookup.ts';
export { Decision } from './explain/decision.ts';
export { evaluationRecord } from './explain/evaluation-record.ts';
export type { RulesDocument } from './runtime/document-value.ts';
export type { RulesRequest } from './runtime/request-value.ts';
/** Options of `compileRuleset`. */
export interface RulesetOptions {
    /** The name of the file in issues and reports; `firestore.rules` by default. */
    readonly fileName?: string;
    /** Receives the output of `debug()`; standard output by default. */
    readonly onDebug?: (text: string) => void;
}
/**
 * Compiles the rules of Firestore. The ruleset is undefined when an issue is an error. Never
 * throws.
 */
export declare function compileRuleset(text: string, options?: RulesetOptions): {
    ruleset: Ruleset | undefined;
    issues: readonly Issue[];
};
/** Compiled rules. Immutable except for the coverage counters. */
export declare class Ruleset {
    #private;
    readonly source: SourceText;
    /** The coverage since the ruleset was compiled. */
    readonly coverage: Coverage;
    /** Use `compileRuleset`, which checks the file. */
    constructor(file: RulesFile, source: SourceText, options: RulesetOptions);
    /**
     * Decides on one operation. `access` must read from one snapshot for as long as the decision is
     * in use. `budget` is shared by the operations of one request. Evaluation errors deny access.
     * Throws only what `access` throws.
     */
    authorize(request: RulesRequest, access: DocumentAccess, budget?: AccessBudget): Decision;
}
