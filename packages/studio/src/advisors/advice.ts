import type { Advice } from 'savepoint-event-log/recording/advice';

const LEVELS = ['error', 'warning', 'info'];

/**
 * Reads what `savepoint advise --json` printed; the most severe lints come first, and otherwise
 * keep their order.
 * @throws Error with the output when it is no advice
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

/** A price as text: two digits after the point, and more for one below a cent. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0';
  const amount = Math.abs(dollars);
  return `${dollars < 0 ? '-' : ''}$${amount < 0.01 ? amount.toPrecision(1) : amount.toFixed(2)}`;
}
