import type { IssueList } from '@savepoint/server/rules/issue';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { RulesService } from './runtime/rules-service.ts';
import type { RulesFile } from './syntax/syntax.ts';
/**
 * Parses, checks and lints a source as rules of a service. Undefined when it has errors, which
 * `issues` then has.
 */
export declare function parseAndCheck(source: SourceText, service: RulesService, issues: IssueList): RulesFile | undefined;
