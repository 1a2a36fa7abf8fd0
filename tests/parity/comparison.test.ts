import { describe, expect, it } from 'vitest';
import { replaceMarkedBlock } from '../support/marked-block.ts';
import { compareOutcomes } from './compare-outcomes.ts';
import { AssignedTimes, normalizeResponse } from './normalize-response.ts';
import { type AreaName, documentsRequest, type Outcome, STATE_REQUEST } from './parity-case.ts';
import { OptionsError, readOptions } from './parity-options.ts';

const OK: Outcome = { status: 200, code: 'OK', result: {} };
const DENIED: Outcome = { status: 403, code: 'PERMISSION_DENIED', message: 'false' };
const FAILED: Outcome = { status: 500, code: 'INTERNAL', message: 'x' };
const STEP = { verb: 'GET', path: '/' } as const;

function compare(ours: readonly Outcome[], google: readonly Outcome[], area: AreaName = 'rest', setup = 0) {
  return compareOutcomes({ area, setup, steps: ours.map(() => STEP) }, ours, google);
}

describe('a comparison of outcomes', () => {
  it('finds the first step with another status code', () => {
    expect(compare([OK, DENIED], [OK, OK]).differences).toMatchObject([{ at: 1, aspect: 'code' }]);
  });

  it('finds a different result under the same status code', () => {
    expect(compare([OK], [{ ...OK, result: { a: 1 } }]).differences).toMatchObject([
      { at: 0, aspect: 'result' },
    ]);
  });

  it('continues after a difference in texts', () => {
    expect(compare([DENIED, OK], [{ ...DENIED, message: 'no' }, DENIED]).differences).toMatchObject([
      { at: 0, aspect: 'text' },
      { at: 1, aspect: 'code' },
    ]);
  });

  it('ends at any other difference, unless the requests of the area are independent', () => {
    const responses = [
      [OK, OK, DENIED],
      [OK, DENIED, OK],
    ] as const;
    expect(compare(...responses)).toMatchObject({ requests: 2, differences: [{ at: 1 }] });
    expect(compare(...responses, 'queries')).toMatchObject({
      requests: 3,
      differences: [{ at: 1 }, { at: 2 }],
    });
  });

  it('ends at a difference in the preparation, and does not count it as a request', () => {
    expect(compare([OK, OK], [DENIED, OK], 'queries', 1)).toMatchObject({
      requests: 0,
      differences: [{ at: 0 }],
    });
  });

  it('counts a commit and the read of its documents as one request with one difference', () => {
    const steps = [documentsRequest(':commit', {}), STATE_REQUEST];
    const stored = { ...OK, result: [] };
    const responses = [{ ...DENIED, message: 'no' }, OK];
    expect(compareOutcomes({ area: 'commits', steps }, responses, [DENIED, stored])).toMatchObject({
      requests: 1,
      differences: [{ at: 1, aspect: 'result' }],
    });
  });

  it('ends at an internal error of Google’s emulator', () => {
    expect(compare([OK, OK], [FAILED, DENIED])).toEqual({ requests: 0, differences: [] });
  });

  it('finds a request that only one server responds to', () => {
    expect(compare([{ status: 0, code: 'NO_RESPONSE' }], [OK]).differences).toMatchObject([
      { aspect: 'response' },
    ]);
  });
});

describe('a normalized response', () => {
  const normalize = (response: Parameters<typeof normalizeResponse>[0]) =>
    normalizeResponse(response, 'demo', new AssignedTimes());

  it('names assigned times in order of appearance', () => {
    const time = (name: string) => ({ updateTime: name });
    expect(
      normalize([
        time('2026-01-01T00:00:00.10Z'),
        time('2026-01-02T00:00:00Z'),
        time('2026-01-01T00:00:00.1Z'),
      ]),
    ).toEqual([{ updateTime: '<time 1>' }, { updateTime: '<time 2>' }, { updateTime: '<time 1>' }]);
  });

  it('keeps the sign of zero and writes each double consistently', () => {
    expect(normalize({ a: { doubleValue: -0 }, b: { doubleValue: '0' }, c: { doubleValue: 'NaN' } })).toEqual(
      {
        a: { doubleValue: '-0' },
        b: { doubleValue: '0' },
        c: { doubleValue: 'NaN' },
      },
    );
  });

  it('replaces the project id in names', () => {
    expect(normalize({ name: 'projects/demo/databases/(default)/documents/c/a' })).toEqual({
      name: 'projects/{project}/databases/(default)/documents/c/a',
    });
  });
});

describe('the flags of npm run parity', () => {
  it.each([
    ['--minutes', '0', '--minutes 0: expected a positive number.'],
    ['--minutes', 'x', '--minutes x: expected a positive number.'],
    ['--seed', '1.5', '--seed 1.5: expected a positive integer.'],
    ['--area', 'nothing', '--area nothing: expected one of commits, '],
    ['--speed', '1', "Unknown option '--speed'"],
  ])('%s %s are rejected in one line', (flag, value, message) => {
    expect(() => readOptions([flag, value])).toThrow(OptionsError);
    expect(() => readOptions([flag, value])).toThrow(message);
  });

  it('select areas by name', () => {
    expect(readOptions(['--area', 'rest', '--area', 'queries']).areas).toEqual(['rest', 'queries']);
  });
});

describe('the counts in docs/parity.md', () => {
  it('replace only the text between the marks', () => {
    const other = '<!-- written by npm run other -->\nkept\n<!-- end -->\n';
    const marks = ['<!-- written by npm run parity -- --write-docs -->', '<!-- end -->'];
    const text = `before\n${other}${marks[0]}\nold\n${marks[1]}\nafter\n`;
    expect(replaceMarkedBlock(text, 'parity -- --write-docs', 'new')).toBe(
      `before\n${other}${marks[0]}\n\nnew\n\n${marks[1]}\nafter\n`,
    );
    expect(() => replaceMarkedBlock(other, 'parity -- --write-docs', 'new')).toThrow('lacks the marks');
  });
});
