import { ALLOWED, type Ruleset } from '../core/ruleset.ts';

/** The rules of a namespace to which none were put, as GET shows them. */
const OPEN_RULES_TEXT = `{
    "rules": {
        ".read": true,
        ".write": true
    }
}`;

/** Rules that allow everything. */
export const OPEN_RULES: Ruleset = {
  text: OPEN_RULES_TEXT,
  json: JSON.parse(OPEN_RULES_TEXT),
  judgeRead: () => ALLOWED,
  judgeWrite: () => ALLOWED,
  indexesAt: () => new Set(),
  readsDependOnData: false,
};
