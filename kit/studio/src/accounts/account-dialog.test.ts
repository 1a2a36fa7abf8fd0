import { describe, expect, it } from 'vitest';
import { findClaimsProblem } from './account-dialog.tsx';

describe('custom claims', () => {
  it.each(['', ' ', '{}', '{"role": "owner"}'])('%j are accepted', (text) => {
    expect(findClaimsProblem(text)).toBeUndefined();
  });

  it.each(['[]', 'null', '"owner"', '{role}', `{"a": "${'x'.repeat(1000)}"}`])(
    '%s are rejected with a reason',
    (text) => {
      expect(findClaimsProblem(text)).toMatch(/claims/i);
    },
  );
});
