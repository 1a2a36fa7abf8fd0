// Runs every recorded case on the rules engine and prints the number of passed cases per group.
import { afterAll, describe, expect, it } from 'vitest';
import { groupOf, type RulesCase, readCases } from './rules-case.ts';
import { runInProcess, type Verdict } from './run-in-process.ts';

const cases = readCases();
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
    (_id, rulesCase) => {
      const verdict = runInProcess(rulesCase);
      const agreed = agrees(rulesCase, verdict);
      if (agreed) passed.set(group, (passed.get(group) ?? 0) + 1);
      expect(
        agreed,
        `expected ${rulesCase.expect} ${rulesCase.message ?? ''}, got ${JSON.stringify(verdict)}`,
      ).toBe(true);
    },
  );
});

afterAll(() => {
  const lines = [...new Set(cases.map(groupOf))].map(
    (group) =>
      `  ${group.padEnd(8)} ${passed.get(group) ?? 0}/${cases.filter((rulesCase) => groupOf(rulesCase) === group).length}`,
  );
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  const all = `  ${'all'.padEnd(8)} ${total}/${cases.length}`;
  console.log(['in process, passed/total:', ...lines, all].join('\n'));
});
