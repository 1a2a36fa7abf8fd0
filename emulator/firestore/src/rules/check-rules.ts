/** Checks. */
import type { IssueList } from './issue.ts';
import type { SourceText } from './source-text.ts';
import type { RulesFile } from './syntax.ts';
export function checkRules(_file: RulesFile, _source: SourceText, _issues: IssueList): void {}
