/**
 * The PERMISSION_DENIED messages of the official emulator, which evaluates in two passes: first
 * without loading any document and, when that leaves a statement unknown, again with them. The
 * message lists the results of both passes.
 */
import type { CompiledRules } from '../compile/ruleset-compiler.ts';
import { type AllowOutcome, type EvaluationContext } from '../evaluate/evaluate-allow-statements.ts';
/**
 * The message of a denied request: `\nfalse for 'get' @ L20, Null value error. for 'get' @ L31`, or
 * `No matching allow statements`. The first pass evaluates a write without a precondition as a
 * create and as an update.
 */
export declare function denialMessage(rules: CompiledRules, context: EvaluationContext, outcomes: readonly AllowOutcome[]): string;
