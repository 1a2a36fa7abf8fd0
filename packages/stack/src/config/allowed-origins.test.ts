import { describe, expect, it } from 'vitest';
import { UserError } from '../user-error.ts';
import { allowedOrigins } from './allowed-origins.ts';

describe('allowedOrigins', () => {
  it('returns the origins of the flag, before those of the variable', () => {
    const environment = { SAVEPOINT_ALLOW_ORIGIN: 'https://other.example' };
    const origins = allowedOrigins('https://app.example,http://phone.lan:5173', environment);
    expect(origins).toBe('https://app.example,http://phone.lan:5173');
    expect(allowedOrigins(undefined, environment)).toBe('https://other.example');
  });

  it.each(['app.example', 'https://app.example/', 'ftp://app.example', '*', 'null', 'https://'])(
    'rejects %s with an example of an origin',
    (text) => {
      expect(() => allowedOrigins(text, {})).toThrow(UserError);
      expect(() => allowedOrigins(text, {})).toThrow(`--allow-origin expects origins, but got "${text}"`);
    },
  );

  it('names the variable when the variable is wrong', () => {
    const environment = { SAVEPOINT_ALLOW_ORIGIN: 'app.example' };
    expect(() => allowedOrigins(undefined, environment)).toThrow('SAVEPOINT_ALLOW_ORIGIN expects origins');
  });
});
