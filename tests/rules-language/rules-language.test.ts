// Runs every recorded case on the rules engine and prints the number of passed cases per group.
import { afterAll, describe, expect, it } from 'vitest';
import { readKnownDifferences } from './known-differences.ts';
import { groupOf, type RulesCase, readCases } from './rules-case.ts';
import { runInProcess, type Verdict } from './run-in-process.ts';

const cases = readCases();
const knownDifferences = readKnownDifferences();
const passed = new Map<string, number>();

/** Compares a verdict with the recording. A recorded `deny` means either false or an error. */
function agrees(rulesCase: RulesCase, verdict: Verdict): boolean {
  const kindAgrees =
    verdict.kind === rulesCase.expect || (rulesCase.expect === 'deny' && verdict.kind === 'error');
  return kindAgrees && verdict.message.includes(rulesCase.message ?? '');
}

describe.each([...new Set(cases.map(groupOf))])('the rules engine, group %s', (group) => {
  const members = cases.filter((rulesCase) => groupOf(rulesCase) === group);
  it.each(members.map((rulesCase) => [rulesCase.id, rulesCase] as const))(
    'agrees with the recorded verdict of %s',
    (id, rulesCase) => {
      const verdict = runInProcess(rulesCase);
      const agreed = agrees(rulesCase, verdict);
      if (agreed) passed.set(group, (passed.get(group) ?? 0) + 1);
      const ownVerdict = knownDifferences.get(id);
      if (ownVerdict === undefined) {
        expect(
          agreed,
          `expected ${rulesCase.expect} ${rulesCase.message ?? ''}, got ${JSON.stringify(verdict)}`,
        ).toBe(true);
      } else {
        expect({ agreed, kind: verdict.kind }, 'known-differences.md lists this case').toEqual({
          agreed: false,
          kind: ownVerdict,
        });
      }
    },
  );
  it('differs only from cases that are marked as unsure', () => {
    const sure = members.filter((rulesCase) => knownDifferences.has(rulesCase.id) && rulesCase.sure);
    expect(sure).toEqual([]);
  });
});

afterAll(() => {
  const lines = [...new Set(cases.map(groupOf))].map((group) => {
    const members = cases.filter((rulesCase) => groupOf(rulesCase) === group);
    const differing = members.filter(({ id }) => knownDifferences.has(id)).length;
    const note = differing === 0 ? '' : ` (${differing} known differences, see known-differences.md)`;
    return `  ${group.padEnd(8)} ${passed.get(group) ?? 0}/${members.length}${note}`;
  });
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  const sure = cases.filter((rulesCase) => rulesCase.sure).length;
  const all = `  ${'all'.padEnd(8)} ${total}/${cases.length}, of them ${sure} sure`;
  console.log(['in process, passed/total:', ...lines, all].join('\n'));
});
