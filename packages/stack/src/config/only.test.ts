import { describe, expect, it } from 'vitest';
import { mayHaveFunctions, parseOnly } from './only.ts';

describe('parseOnly', () => {
  it('reads emulators, and functions and sites after a colon', () => {
    const text = 'firestore, functions:hello,functions:api:pay,hosting:blog,database,dataconnect';
    expect(parseOnly(text)).toEqual({
      text,
      emulators: ['firestore', 'database', 'functions', 'hosting'],
      skipped: [{ name: '--only dataconnect', reason: 'Data Connect has no emulator here' }],
      functions: ['hello', 'api:pay'],
      sites: ['blog'],
    });
  });

  it('selects the whole emulator if that is named, too', () => {
    expect(parseOnly('functions:hello,functions')).not.toHaveProperty('functions');
  });

  it.each(['functions:', 'hello:functions', 'auth:a'])('refuses %s', (text) => {
    expect(() => parseOnly(text)).toThrow(/it is not an emulator\. Expected some of: auth, firestore/);
  });
});

describe('mayHaveFunctions', () => {
  const codebases = ['default', 'api'];
  it.each([
    [undefined, ['default', 'api']],
    [['api'], ['api']],
    [['api:pay'], ['api']],
    [['pay'], ['default', 'api']],
    [
      ['api', 'default:hello'],
      ['default', 'api'],
    ],
  ])('is true with %j for exactly the codebases %j', (functions, expected) => {
    const only = functions === undefined ? {} : { functions };
    expect(codebases.filter((each) => mayHaveFunctions(only, each, codebases))).toEqual(expected);
  });
});
