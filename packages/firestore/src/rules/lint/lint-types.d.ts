/**
 * Warnings of the type check: operations that fail, and comparisons that have one result, whatever
 * is stored. Types are known of literals, of the results of operators and built-ins, and of
 * `request` and `resource`; not of fields.
 */
import type { IssueList } from '@savepoint/server/rules/issue';
import { type RulesService } from '../runtime/rules-service.ts';
import { type Declarations } from '../syntax/declarations.ts';
/** Adds the warnings of the type check to `issues`. */
export declare function lintTypes(declarations: Declarations, service: RulesService, issues: IssueList): void;
