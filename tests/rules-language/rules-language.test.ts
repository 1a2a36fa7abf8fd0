// Runs every recorded case on the rules library, and counts what passed per group.
import { afterAll, describe, expect, test } from 'vitest';
import { readKnownDifferences } from './known-differences.ts';
import { groupOf, type RulesCase, readCases } from './rules-case.ts';
import { runInProcess, type Verdict } from './run-in-process.ts';

const cases = readCases();
const choices = readKnownDifferences();
const passed = new Map<string, number>();

/** Does a verdict agree with a record? A recorded `deny` does not tell false from an error. */
function agrees(rulesCase: RulesCase, verdict: Verdict): boolean {
  const kindAgrees =
    verdict.kind === rulesCase.expect || (rulesCase.expect === 'deny' && verdict.kind === 'error');
  return kindAgrees && verdict.message.includes(rulesCase.message ?? '');
}

describe.each([...new Set(cases.map(groupOf))])('%s', (group) => {
  const members = cases.filter((rulesCase) => groupOf(rulesCase) === group);
  test.each(members.map((rulesCase) => [rulesCase.id, rulesCase] as const))('%s', (id, rulesCase) => {
    const verdict = runInProcess(rulesCase);
    const agreed = agrees(rulesCase, verdict);
    if (agreed) passed.set(group, (passed.get(group) ?? 0) + 1);
    const chosen = choices.get(id);
    if (chosen === undefined) {
      expect(
        agreed,
        `expected ${rulesCase.expect} ${rulesCase.message ?? ''}, got ${JSON.stringify(verdict)}`,
      ).toBe(true);
    } else {
      expect({ agreed, kind: verdict.kind }, 'choices.md lists a difference').toEqual({
        agreed: false,
        kind: chosen,
      });
    }
  });
  test('chosen differences are unsure ones', () => {
    const sure = members.filter((rulesCase) => choices.has(rulesCase.id) && rulesCase.sure);
    expect(sure).toEqual([]);
  });
});

afterAll(() => {
  const lines = [...new Set(cases.map(groupOf))].map((group) => {
    const members = cases.filter((rulesCase) => groupOf(rulesCase) === group);
    const chosen = members.filter(({ id }) => choices.has(id)).length;
    const note = chosen === 0 ? '' : ` (${chosen} unsure ones decided otherwise, see choices.md)`;
    return `  ${group.padEnd(8)} ${passed.get(group) ?? 0}/${members.length}${note}`;
  });
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  const sure = cases.filter((rulesCase) => rulesCase.sure).length;
  const all = `  ${'all'.padEnd(8)} ${total}/${cases.length}, of them ${sure} sure`;
  console.log(['in process, passed/total:', ...lines, all].join('\n'));
});
