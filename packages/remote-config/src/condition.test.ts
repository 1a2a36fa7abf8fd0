import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import { describe, expect, it } from 'vitest';
import { type Client, ConditionError, isMet, parseCondition, unsupportedElements } from './condition.ts';

const CLIENT: Client = {
  installationId: 'fid-1',
  appId: '1:1234:ios:abcd',
  version: '1.10.0',
  build: '42',
  language: 'en-GB',
  country: 'GB',
  userProperties: { tier: 'gold', purchases: '3' },
  customSignals: { level: 7, city: 'Bath', weight: 2.25 },
  now: Date.parse('2026-03-10T12:00:00Z'),
};
const met = (expression: string, client = CLIENT) => isMet(parseCondition(expression), client);

describe('a condition', () => {
  it.each([
    ['true', true],
    ['true && false', false],
    ["device.os == 'ios'", true],
    ["device.os == 'android'", false],
    ["device.country in ['US', 'GB']", true],
    ["device.language in ['en']", true],
    ["device.language in ['en-US', 'de']", false],
    ["app.id == '1:1234:ios:abcd' && app.version.>=(['1.9'])", true],
    ["app.version.<(['1.9.9'])", false],
    ["app.version.contains(['1.1', '2.'])", true],
    ["app.version.notContains(['1.1'])", false],
    ["app.build.exactlyMatches(['41', '42'])", true],
    ["app.version.matches(['^1\\\\.1'])", true],
    ["app.userProperty['tier'].exactlyMatches(['silver', 'gold'])", true],
    ["app.userProperty['purchases'] > 2.5", true],
    ["app.userProperty['purchases'] == 3", true],
    ["app.customSignal['weight'] < 2.5", true],
    ["app.userProperty['purchases'] < -1", false],
    ["app.userProperty['none'] != 1", false],
    ["app.customSignal['level'] >= 7 && app.customSignal['city'].contains(['B && C', 'Bat'])", true],
    ["app.userProperty['tier'].contains(['it\\'s && so', 'gold'])&&true", true],
    ["app.firebaseInstallationId in ['fid-1']", true],
    ["dateTime >= dateTime('2026-03-10T12:00:00')", true],
    ["dateTime < dateTime('2026-03-10T12:00:00', 'America/New_York')", true],
    ["device.dateTime > dateTime('2026-03-10T05:00:00', 'America/Los_Angeles')", false],
    ['percent <= 100', true],
    ['percent > 100', false],
    ["app.audiences.inAtLeastOne(['paid'])", false],
  ])('%s is %s', (expression, expected) => {
    expect(met(expression)).toBe(expected);
  });

  it('on a percentage divides installations by the seed', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `fid-${index}`);
    const share = (expression: string) =>
      ids.filter((installationId) => met(expression, { ...CLIENT, installationId })).length / ids.length;
    expect(share('percent <= 20')).toBeCloseTo(0.2, 1);
    expect(share("percent('seed') between 20 and 50")).toBeCloseTo(0.3, 1);
    const seeded = (seed: string) =>
      ids.filter((installationId) => met(`percent('${seed}') <= 20`, { ...CLIENT, installationId }));
    expect(seeded('a')).not.toEqual(seeded('b'));
  });

  it.each([
    "device.os is 'ios'",
    "app.userProperty['tier'].startsWith(['g'])",
    'percent',
    "dateTime > dateTime('tomorrow')",
    "dateTime > dateTime('2026-01-01T00:00:00', 'Atlantis')",
    "device.country in 'US'",
    "app.version.matches(['('])",
    "app.version.matches(['(?=a)'])",
    'true &&',
  ])('%s is an error', (expression) => {
    expect(() => parseCondition(expression)).toThrow(ConditionError);
  });

  it("is parsed and matched in time linear in its length and the value's length", () => {
    const spaces = `app.version.matches(['^(a+)+$'])${' '.repeat(60_000)}&& true`;
    const milliseconds = cpuMilliseconds(() => {
      expect(met(spaces, { ...CLIENT, version: `${'a'.repeat(5_000)}!` })).toBe(false);
      expect(() => parseCondition(`a${' '.repeat(60_000)}b`)).toThrow(ConditionError);
    });
    expect(milliseconds).toBeLessThan(1_000);
  });

  it('reports the elements that are false for everybody', () => {
    const terms = parseCondition(
      "app.audiences.inAll(['a']) && app.firstOpenTimestamp > ('2026-01-01T00:00:00')",
    );
    expect(unsupportedElements(terms)).toEqual(['app.audiences', 'app.firstOpenTimestamp']);
  });
});
