import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../user-error.ts';
import { allowOrigins } from './inbound-guard.ts';

describe('allowOrigins', () => {
  afterEach(() => {
    delete process.env.SAVEPOINT_ALLOW_ORIGIN;
    delete process.env.SAVEPOINT_START_COMMAND;
  });

  it('hands the origins to the processes that are started later', () => {
    allowOrigins('https://app.example,http://phone.lan:5173');
    expect(process.env.SAVEPOINT_ALLOW_ORIGIN).toBe('https://app.example,http://phone.lan:5173');
    expect(process.env.SAVEPOINT_START_COMMAND).toMatch(/ --allow-origin$/);
  });

  it.each(['app.example', 'https://app.example/', 'ftp://app.example', '*', 'null', 'https://'])(
    'rejects %s with an example of an origin',
    (text) => {
      expect(() => allowOrigins(text)).toThrow(UserError);
      expect(() => allowOrigins(text)).toThrow(`--allow-origin expects origins, but got "${text}"`);
    },
  );

  it('names the variable when the variable is wrong', () => {
    process.env.SAVEPOINT_ALLOW_ORIGIN = 'app.example';
    expect(() => allowOrigins(undefined)).toThrow('SAVEPOINT_ALLOW_ORIGIN expects origins');
  });
});
