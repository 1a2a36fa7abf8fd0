import type { IssueList } from '@savepoint/server/rules/issue';
import type { SourceText } from '@savepoint/server/rules/source-text';
import { checkRules } from './check/check-rules.ts';
import { lintRules } from './lint/lint-rules.ts';
import type { RulesService } from './runtime/rules-service.ts';
import { collectDeclarations } from './syntax/declarations.ts';
import { parseRules } from './syntax/parser.ts';
import type { RulesFile } from './syntax/syntax.ts';

/**
 * The maximum size of a source in bytes: documented as 256 KB; production accepts 256,001 bytes.
 */
const MAXIMUM_SOURCE_BYTES = 256_001;

/**
 * Parses, checks and lints a source as rules of a service. Undefined if it has errors, which are
 * added to `issues`.
 */
export function parseAndCheck(
  source: SourceText,
  service: RulesService,
  issues: IssueList,
): RulesFile | undefined {
  const bytes = Buffer.byteLength(source.text);
  if (bytes > MAXIMUM_SOURCE_BYTES) {
    const start = { start: 0, end: 1 };
    issues.error(start, `Rules are too large: ${bytes} bytes, at most ${MAXIMUM_SOURCE_BYTES}.`);
    return undefined;
  }
  const file = parseRules(source, issues);
  if (file === undefined || issues.hasErrors) return undefined;
  const declarations = collectDeclarations(file);
  checkRules(file, declarations, issues);
  if (issues.hasErrors) return undefined;
  lintRules(file, declarations, service, issues);
  return file;
}
