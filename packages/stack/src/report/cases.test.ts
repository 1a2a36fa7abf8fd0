import { describe, expect, it } from 'vitest';
import type { Denial } from '../../../event-log/recording/denial.ts';
import { coverageCases } from './coverage-cases.ts';
import { denialCases } from './denial-cases.ts';

const denial = (path: string, line: number | null): Denial => ({
  traceId: 't',
  time: '2026-01-01T00:00:00.000Z',
  request: { method: 'get', path, uid: null },
  file: 'firestore.rules',
  line,
  summary: 'false for get',
  causes: [],
  fix: 'Sign in.',
});

describe('denialCases', () => {
  it('returns one case for each line and method, with the number of further requests', () => {
    const cases = denialCases([denial('/a/1', 4), denial('/a/2', 4), denial('/b/1', null)]);
    expect(cases.map(({ name, line, outcome }) => [name, line, outcome])).toEqual([
      ['get /a/1 (signed out) and 1 more', 4, 'failed'],
      ['get /b/1 (signed out)', undefined, 'failed'],
    ]);
  });
});

describe('coverageCases', () => {
  const RULES = ['a', '  allow read;', '  allow write: if x;', '  allow delete: if y;'].join('\n');
  const lcov = ['BRDA:2,0,0,3', 'BRDA:3,1,0,2', 'BRDA:3,1,1,0', 'BRDA:4,2,0,-', 'BRDA:4,2,1,-'].join('\n');

  it('passes a line if requests had each outcome, and otherwise reports the missing outcome', () => {
    expect(coverageCases(lcov, 'firestore.rules', RULES)).toEqual([
      { name: 'line 2: allow read;', file: 'firestore.rules', line: 2, outcome: 'passed' },
      {
        ...{ name: 'line 3: allow write: if x;', file: 'firestore.rules', line: 3 },
        ...{ outcome: 'skipped', message: 'no request was denied' },
      },
      {
        ...{ name: 'line 4: allow delete: if y;', file: 'firestore.rules', line: 4 },
        ...{ outcome: 'skipped', message: 'no request reached it' },
      },
    ]);
  });
});
