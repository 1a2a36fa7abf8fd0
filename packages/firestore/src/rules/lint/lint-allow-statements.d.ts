/**
 * Warnings about allow statements: unknown methods, unreachable statements and lists that no query
 * can satisfy.
 */
import type { IssueList } from '@savepoint/server/rules/issue';
import { type RulesService } from '../runtime/rules-service.ts';
import type { RulesFile } from '../syntax/syntax.ts';
/** Reports warnings about the allow statements of a service. */
export declare function lintAllowStatements(file: RulesFile, service: RulesService, issues: IssueList): void;
