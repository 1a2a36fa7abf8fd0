// `node tests/rules/check-rules.ts [file]` compiles and type-checks security rules, firestore.rules by default. An unknown
// method (`allow raed`), a comparison that is always false or an unreachable statement deploys without an error, so every
// warning fails here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileRuleset } from '../../emulator/firestore/src/rules/ruleset.ts';

const RULES = fileURLToPath(new URL('../../firestore.rules', import.meta.url));

/** The errors and warnings of the rules in `text`, one a line: `firestore.rules:8:13 WARNING Invalid method name: raed.` */
export function rulesIssues(text: string, fileName: string): readonly string[] {
  return compileRuleset(text, { fileName }).issues.map(
    ({ severity, description, sourcePosition: { line, column } }) =>
      `${fileName}:${line}:${column} ${severity} ${description}`,
  );
}

const [, script, file = RULES] = process.argv;
if (import.meta.filename === script) {
  const issues = rulesIssues(readFileSync(file, 'utf8'), file);
  for (const issue of issues) console.error(issue);
  if (issues.length > 0) process.exitCode = 1;
  else console.log('The security rules have no errors and no warnings.');
}
