import type { Advice } from 'savepoint-event-log/recording/advice';

const LEVELS = ['error', 'warning', 'info'];

/**
 * Parses the output of `savepoint advise --json`. Sorts lints by severity, otherwise keeping their
 * order.
 * @throws Error with the output if it is not advice
 */
export function parseAdvice(output: string): Advice {
  let advice: Partial<Advice>;
  try {
    advice = JSON.parse(output) as Partial<Advice>;
  } catch {
    throw new Error(output || 'The command printed nothing.');
  }
  const { lints = [], operations = [], rules = [], pricedFor = '' } = advice;
  const sorted = [...lints].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  return { lints: sorted, operations, rules, pricedFor };
}

/** Formats a price: two decimal places, more for prices below a cent. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0';
  const amount = Math.abs(dollars);
  return `${dollars < 0 ? '-' : ''}$${amount < 0.01 ? amount.toPrecision(1) : amount.toFixed(2)}`;
}
