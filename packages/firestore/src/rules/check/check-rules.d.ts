/**
 * Semantic checks: the documented limits, duplicate names, invalid type names and regular
 * expressions. Warnings are reported by lint-rules.ts.
 */
import type { IssueList } from '@savepoint/server/rules/issue';
import { type Declarations } from '../syntax/declarations.ts';
import { type RulesFile } from '../syntax/syntax.ts';
/** Reports the semantic errors of a file. */
export declare function checkRules(file: RulesFile, declarations: Declarations, issues: IssueList): void;
