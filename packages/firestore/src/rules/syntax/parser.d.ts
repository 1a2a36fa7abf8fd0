/**
 * Parses a rules file to a syntax tree. After a syntax error the parser resumes at the next
 * statement, so that all broken statements are reported at once.
 */
import type { IssueList } from '@savepoint/server/rules/issue';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { RulesFile } from './syntax.ts';
/**
 * Parses a file and reports its syntax errors. Undefined when the parser could not recover from an
 * error.
 */
export declare function parseRules(source: SourceText, issues: IssueList): RulesFile | undefined;
