import type { Lint } from 'savepoint-event-log/recording/advice';
import { describe, expect, it } from 'vitest';
import { formatDollars, parseAdvice } from './advice.ts';

const lint = (level: Lint['level'], title: string): Lint => ({
  ...{ name: 'unused-index', level, title, detail: '', source: null, fix: '' },
});

describe('parseAdvice', () => {
  it('sorts errors before warnings before the rest, each in the given order', () => {
    const lints = [lint('info', 'a'), lint('error', 'b'), lint('info', 'c'), lint('warning', 'd')];
    const { lints: sorted } = parseAdvice(JSON.stringify({ lints }));
    expect(sorted.map(({ title }) => title)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('throws the output of the command if it is not JSON', () => {
    expect(() => parseAdvice('savepoint: The event log does not respond.')).toThrow(
      /event log does not respond/,
    );
    expect(() => parseAdvice('')).toThrow(/printed nothing/);
  });
});

describe('formatDollars', () => {
  it.each([
    [0, '$0'],
    [12.345, '$12.35'],
    [0.0034, '$0.003'],
    [-1.5, '-$1.50'],
  ])('formats %d as %s', (dollars, text) => {
    expect(formatDollars(dollars)).toBe(text);
  });
});
