// `node tests/rules/check-rules.ts [file...]` compiles and type-checks security rules, by default
// those of the shop: firestore.rules and storage.rules. An unknown method (`allow raed`), a
// comparison that is always false or an unreachable statement deploys without an error, so every
// warning fails here.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileRuleset } from '../../packages/firestore/src/rules/ruleset.ts';
import { compileStorageRules } from '../../packages/firestore/src/rules/storage-ruleset.ts';

const RULES = ['firestore.rules', 'storage.rules'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);

/**
 * The errors and warnings of the rules in `text`, one per line: `firestore.rules:8:13 WARNING
 * Invalid method name: raed.` storage.rules is checked as Storage rules.
 */
export function rulesIssues(text: string, fileName: string): readonly string[] {
  const compile = basename(fileName) === 'storage.rules' ? compileStorageRules : compileRuleset;
  return compile(text, { fileName }).issues.map(
    ({ severity, description, sourcePosition: { line, column } }) =>
      `${fileName}:${line}:${column} ${severity} ${description}`,
  );
}

const [, script, ...files] = process.argv;
if (import.meta.filename === script) {
  const issues = (files.length === 0 ? RULES : files).flatMap((file) =>
    rulesIssues(readFileSync(file, 'utf8'), file),
  );
  for (const issue of issues) console.error(issue);
  if (issues.length > 0) process.exitCode = 1;
  else console.log('The security rules have no errors and no warnings.');
}
