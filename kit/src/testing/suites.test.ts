import { describe, expect, it } from 'vitest';
import { selectSuites } from './suites.ts';

const names = (...args: Parameters<typeof selectSuites>) => selectSuites(...args).map(({ name }) => name);

describe('selectSuites', () => {
  it('returns all suites without names, the quick ones first', () => {
    const all = names([], undefined);
    expect(all.slice(0, 2)).toEqual(['check', 'unit']);
    expect(all.at(-1)).toBe('e2e');
  });

  it('returns the named suites in the order in which they run', () => {
    expect(names(['e2e', 'unit'], undefined)).toEqual(['unit', 'e2e']);
  });

  it('rejects a misspelt suite and lists the nearest name first', () => {
    expect(() => names(['unti'], undefined)).toThrow('Unknown suite "unti", expected one of: unit, check,');
  });

  it('leaves out the suites without test titles when there is a grep', () => {
    expect(names([], 'sign-in')).not.toContain('check');
  });

  it('rejects a grep for a named suite without test titles', () => {
    expect(() => names(['deploy-check'], 'sign-in')).toThrow(
      'The suite deploy-check has no test titles, so --grep cannot select from it',
    );
  });

  it('selects the browser tests alone when they are repeated', () => {
    expect(names([], undefined, 10)).toEqual(['e2e']);
    expect(names(['e2e'], 'sign-in', 10)).toEqual(['e2e']);
  });

  it('rejects to repeat another suite, and no times', () => {
    expect(() => names(['e2e', 'unit'], undefined, 10)).toThrow(
      '--repeat repeats browser tests only, and unit has none',
    );
    expect(() => names(['e2e'], undefined, 0)).toThrow('--repeat expects a number from 1 on, but got 0');
  });
});
