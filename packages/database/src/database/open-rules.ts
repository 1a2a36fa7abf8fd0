import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';

/** The rules of a namespace to which none were put, as GET shows them: those of Google's emulator. */
const OPEN_RULES_TEXT = `{
    "rules": {
        ".read": true,
        ".write": true
    }
}`;

/** Rules that allow everything. */
export function openRules(): Ruleset {
  return compileRuleset(OPEN_RULES_TEXT).ruleset as Ruleset;
}
