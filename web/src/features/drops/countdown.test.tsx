// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Countdown, describeDuration } from './countdown.tsx';

afterEach(cleanup);

it.each([
  [90_061_000, '1 day and 1 hour'],
  [7_500_000, '2 hours and 5 minutes'],
  [60_000, '1 minute'],
  [1_000, '1 second'],
  [0, 'no time'],
])('describeDuration says %d ms as %s', (ms, text) => {
  expect(describeDuration(ms)).toBe(text);
});

it('a countdown is announced to screen readers only an hour, ten minutes, a minute and ten seconds before', () => {
  const heard: string[] = [];
  const { rerender, container } = render(<Countdown label="Opens in" leftMs={3_605_000} />);
  const seconds = [3_602, 3_601, 3_600, 3_599, 3_000, 601, 600, 599, 300, 61, 59, 58, 30, 11, 10, 9, 2, 1, 0];
  for (const left of seconds) {
    rerender(<Countdown label="Opens in" leftMs={left * 1_000} />);
    const text = container.querySelector('[role=status]')?.textContent ?? '';
    if (text !== (heard.at(-1) ?? '')) heard.push(text);
  }
  expect(heard).toEqual([
    'Opens in 1 hour',
    'Opens in 10 minutes',
    'Opens in 1 minute',
    'Opens in 10 seconds',
  ]);
});
