import { describe, expect, it } from 'vitest';
import { attributeText } from './attribute-text.ts';

describe('attributeText', () => {
  it.each([
    ['a text', 'orders/1', 'orders/1'],
    ['a number', 12, '12'],
    ['a text that only begins like JSON', '[draft', '[draft'],
    ['short JSON', '[{"line":2}]', '[{"line":2}]'],
  ])('keeps %s unchanged', (_, value, text) => {
    expect(attributeText(value)).toBe(text);
  });

  it('wraps and indents JSON that is too long for a line', () => {
    const path = 'p'.repeat(80);
    expect(attributeText(JSON.stringify({ allowed: false, path }))).toBe(
      `{\n  "allowed": false,\n  "path": "${path}"\n}`,
    );
  });
});
