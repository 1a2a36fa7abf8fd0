import { describe, expect, it } from 'vitest';
import { documentAccess, testRequest, testRuleset } from './fixtures.test-support.ts';
import { coverageReport, type Ruleset } from './ruleset.ts';

const MEMBERS = `    function same(a) { return a == request.auth.uid; }
    match /c/{id} {
      allow get: if same(id);
      allow list: if true;
      allow write: if false;
    }`;

function get(ruleset: Ruleset, ...uids: string[]): Ruleset {
  for (const uid of uids) ruleset.authorize(testRequest({ auth: { uid, token: {} } }), documentAccess());
  return ruleset;
}

function lcovOf(ruleset: Ruleset): string[] {
  return coverageReport(ruleset.coverage, 'lcov').text.split('\n');
}

describe('the lcov report', () => {
  it('has a branch for each possible outcome of an allow statement', () => {
    const lines = lcovOf(get(testRuleset(MEMBERS), 'x', 'y', 'y'));
    expect(lines.filter((line) => line.startsWith('BRDA'))).toEqual([
      'BRDA:6,0,0,1',
      'BRDA:6,0,1,2',
      'BRDA:7,1,0,-',
      'BRDA:8,2,1,-',
    ]);
    expect(lines).toContain('BRF:4');
    expect(lines).toContain('BRH:2');
    expect(lines).toContain('FNDA:3,same');
    expect(lines).toContain('DA:4,3');
    expect(lines).toContain('DA:7,0');
  });

  it('counts an evaluation error as a denial', () => {
    const ruleset = testRuleset(MEMBERS);
    ruleset.authorize(testRequest({ auth: null }), documentAccess());
    expect(lcovOf(ruleset)).toContain('BRDA:6,0,1,1');
  });
});

describe('the JSON report', () => {
  it('lists the values of each expression with counts, and errors with their cause', () => {
    const ruleset = get(testRuleset(MEMBERS), 'x', 'y', 'y');
    ruleset.authorize(testRequest({ auth: null }), documentAccess());
    const { contentType, text } = coverageReport(ruleset.coverage, 'json');
    const { rules, report } = JSON.parse(text);
    expect(contentType).toContain('application/json');
    expect(rules.files).toEqual([{ name: 'firestore.rules', content: ruleset.source.text }]);
    const [body, condition] = report;
    expect(body.sourcePosition).toMatchObject({ line: 4, column: 31 });
    expect(body.values).toEqual([
      { value: { boolValue: true }, count: 1 },
      { value: { boolValue: false }, count: 2 },
      {
        value: {
          undefined: {
            sourcePosition: expect.objectContaining({ line: 4 }),
            causeMessage: 'Null value error.',
          },
        },
        count: 1,
      },
    ]);
    expect(body.children[0]).toEqual({
      sourcePosition: {
        line: 4,
        column: 31,
        currentOffset: expect.any(Number),
        endOffset: expect.any(Number),
      },
      values: [{ value: { stringValue: 'x' }, count: 4 }],
    });
    expect(condition.sourcePosition.line).toBe(6);
    expect(report).toHaveLength(2);
  });

  it('counts the evaluations that `&&` short-circuited as an empty value', () => {
    const ruleset = get(
      testRuleset('match /c/{id} { allow get: if request.auth.uid == "x" && id == "x"; }'),
      'x',
      'y',
      'y',
    );
    const { report } = JSON.parse(coverageReport(ruleset.coverage, 'json').text);
    expect(report[0].children[1].values).toEqual([
      { value: { boolValue: true }, count: 1 },
      { value: {}, count: 2 },
    ]);
  });

  it('omits the values of expressions never evaluated, and the report of rules without expressions', () => {
    const { report } = JSON.parse(coverageReport(testRuleset(MEMBERS).coverage, 'json').text);
    expect(report[0]).not.toHaveProperty('values');
    const constant = testRuleset('match /c/{id} { allow get: if true; }');
    expect(JSON.parse(coverageReport(constant.coverage, 'json').text)).not.toHaveProperty('report');
  });
});

it('the HTML report escapes the source of the rules', () => {
  const ruleset = get(testRuleset("match /c/{id} { allow get: if id == '<script>&\"'; }"), 'x');
  const { text } = coverageReport(ruleset.coverage, 'html');
  expect(text).toContain('<title>Firestore Rule Coverage Report</title>');
  expect(text).not.toContain('<script>');
  const rendered = text.slice(text.indexOf('<pre>') + 5, text.indexOf('</pre>')).replaceAll(/<[^>]*>/g, '');
  expect(rendered).toContain('&lt;script&gt;&amp;&quot;');
});
