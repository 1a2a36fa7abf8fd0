/** What `savepoint advise --json` prints (packages/stack/src/advisors/advice.ts). */
export interface Advice {
  readonly lints: readonly Lint[];
  /** The most expensive first. */
  readonly operations: readonly OperationCost[];
  readonly rules: readonly RuleCost[];
  readonly pricedFor: string;
}

export interface Lint {
  readonly name: string;
  readonly level: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly detail: string;
  readonly source: SourceLine | null;
  readonly fix: string;
  readonly traceId?: string;
}

export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

interface OperationCost {
  readonly service: string;
  readonly name: string;
  readonly query: string | null;
  readonly count: number;
  readonly reads: number;
  readonly dependentReads: number;
  readonly writes: number;
  readonly deletes: number;
  readonly bytes: number;
  readonly storedBytes: number;
  readonly dollarsPerMillion: number;
  readonly storageDollarsPerMillion: number;
}

interface RuleCost {
  readonly source: SourceLine;
  readonly decisions: number;
  readonly lookups: number;
  readonly dollarsPerMillion: number;
}

const LEVELS = ['error', 'warning', 'info'];

/**
 * Reads what the command printed; the most severe lints come first, and otherwise keep their order.
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
