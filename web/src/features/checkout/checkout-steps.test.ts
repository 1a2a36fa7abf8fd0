import { describe, expect, it } from 'vitest';
import { describeStep } from './checkout-steps.tsx';
import { EMPTY_DRAFT } from './draft.ts';

const STANDARD = { id: 'standard', workingDays: { min: 3, max: 5 }, cents: 599 } as const;
const NOW = new Date('2026-11-03T12:00:00Z');

describe('the summary of the completed delivery step', () => {
  it('says by when the order arrives, and its price', () => {
    expect(describeStep('delivery', EMPTY_DRAFT, STANDARD, NOW)).toMatch(
      /^Get it by \w{3}, Nov \d+ · Standard, \$5\.99$/,
    );
  });

  it('has the note of the shopper', () => {
    const draft = { ...EMPTY_DRAFT, note: ' Ring twice.\n' };
    expect(describeStep('delivery', draft, STANDARD, NOW)).toMatch(/\. Note: “Ring twice\.”$/);
  });
});
