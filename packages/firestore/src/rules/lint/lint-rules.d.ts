/** Warnings about code that compiles but is probably a mistake. */
import type { IssueList } from '@savepoint/server/rules/issue';
import { type RulesService } from '../runtime/rules-service.ts';
import { type Declarations } from '../syntax/declarations.ts';
import { type RulesFile } from '../syntax/syntax.ts';
/** Adds the warnings of a file without errors to `issues`. */
export declare function lintRules(file: RulesFile, declarations: Declarations, service: RulesService, issues: IssueList): void;
