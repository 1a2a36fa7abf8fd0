// Runs every recorded case of the Realtime Database on the rules engine.
import { describe, expect, it } from 'vitest';
import { type DatabaseCase, readCases } from './rules-case.ts';
import { runCase } from './run-case.ts';

const cases = readCases();
const ORACLES: readonly DatabaseCase['oracle'][] = ['live', 'production', 'suite', 'docs', 'emulator'];

it('there are 470 cases', () => expect(cases).toHaveLength(470));

describe.each(ORACLES)('the rules engine, oracle %s', (oracle) => {
  const members = cases.filter((each) => each.oracle === oracle);
  it.each(members.map((each) => [each.id, each] as const))(
    'agrees with the recorded verdict of %s',
    (_id, each) => {
      const verdict = runCase(each);
      expect({ kind: verdict.kind, verdict }).toMatchObject({ kind: each.expect });
      if (each.error === true) expect(verdict).toMatchObject({ failed: true });
      if (typeof each.message === 'string') expect(verdict.message.trim()).toBe(each.message.trim());
    },
  );
});

describe('a rule that fails with an error', () => {
  const failing = cases.filter(({ error, rules }) => error === true && rules !== undefined);
  it.each(failing.map((each) => [each.id, each] as const))('denies %s even beside `|| true`', (_id, each) => {
    const rules = JSON.parse(
      JSON.stringify(each.rules, (key, value: unknown) =>
        ['.read', '.write', '.validate'].includes(key) && typeof value === 'string' && value !== 'true'
          ? `(${value}) || true`
          : value,
      ),
    ) as unknown;
    expect(runCase({ ...each, rules }).kind).toBe('deny');
  });
});
