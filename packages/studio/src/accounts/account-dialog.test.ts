import { describe, expect, it } from 'vitest';
import { findClaimsProblem } from './account-dialog.tsx';

describe('custom claims', () => {
  it.each(['', ' ', '{}', '{"role": "owner"}'])('are accepted if they are %j', (text) => {
    expect(findClaimsProblem(text)).toBeUndefined();
  });

  it('are rejected by name if every token already contains them', () => {
    expect(findClaimsProblem('{"role": "owner", "sub": "x", "firebase": {}}')).toMatch(
      /"sub", "firebase"\.$/,
    );
  });

  it.each(['[]', 'null', '"owner"', '{role}', `{"a": "${'x'.repeat(1000)}"}`])(
    'are rejected with a reason if they are %s',
    (text) => {
      expect(findClaimsProblem(text)).toMatch(/claims/i);
    },
  );
});
