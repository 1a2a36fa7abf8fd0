import { describe, expect, it } from 'vitest';
import { findClaimsProblem } from './account-dialog.tsx';

describe('custom claims', () => {
  it.each(['', ' ', '{}', '{"role": "owner"}'])('%j are accepted', (text) => {
    expect(findClaimsProblem(text)).toBeUndefined();
  });

  it('that every token has already are rejected by name', () => {
    expect(findClaimsProblem('{"role": "owner", "sub": "x", "firebase": {}}')).toMatch(
      /"sub", "firebase"\.$/,
    );
  });

  it.each(['[]', 'null', '"owner"', '{role}', `{"a": "${'x'.repeat(1000)}"}`])(
    '%s are rejected with a reason',
    (text) => {
      expect(findClaimsProblem(text)).toMatch(/claims/i);
    },
  );
});
