import { describe, expect, it } from 'vitest';
import { DOLLARS, PERCENT, typedNumber, WHOLE } from './typed-values.ts';

describe('a number of the settings means the same in any spelling', () => {
  it.each([
    [PERCENT, '20%', 0.2],
    [PERCENT, '7.25 %', 0.0725],
    [PERCENT, '8,875٪', 0.08875],
    [PERCENT, '１９％', 0.19],
    [PERCENT, '%', Number.NaN],
    [PERCENT, '1e1', Number.NaN],
    [DOLLARS, '5,99', 599],
    [DOLLARS, '٥.٩٩', 599],
    [DOLLARS, '1,000', Number.NaN],
    [WHOLE, '１５０', 150],
    [WHOLE, '1.5', Number.NaN],
  ])('%# %j is %j', (format, text, value) => {
    expect(typedNumber(text, format, false)).toEqual({ typed: text, value });
  });
});
