import { describe, expect, it } from 'vitest';
import {
  COMMON_FLAGS,
  parseFlags,
  parseFrameAncestor,
  parseLoopbackHost,
  parseRetryDelays,
  parseWholeNumber,
  UsageError,
} from './command-line.ts';

const FLAGS = { ...COMMON_FLAGS, port: { type: 'string', default: '1' } } as const;

describe('parseFlags', () => {
  it('returns the values given and the defaults of the rest', () => {
    expect(parseFlags(FLAGS, ['--port', '2', '-h'])).toMatchObject({ port: '2', help: true, quiet: false });
  });

  it.each([
    [['--prot', '1'], 'There is no flag --prot. Did you mean --port?'],
    [['--hlep'], 'There is no flag --hlep. Did you mean --help?'],
    [['--explode-now'], 'There is no flag --explode-now. See --help.'],
    [['-x'], 'There is no flag -x. See --help.'],
  ])('rejects the unknown flag in %j with a line that names the nearest flag', (args, message) => {
    expect(() => parseFlags(FLAGS, args)).toThrow(new UsageError(message));
  });

  it.each([[['--port']], [['positional']], [['--quiet=maybe']]])('rejects %j in one line', (args) => {
    expect(() => parseFlags(FLAGS, args)).toThrow(UsageError);
    expect(() => parseFlags(FLAGS, args)).not.toThrow(/\n/);
  });
});

describe('parseWholeNumber', () => {
  it.each(['', '-1', '1.5', 'many', '11', ' 1'])('rejects "%s" for a flag with a maximum of 10', (text) => {
    expect(() => parseWholeNumber('port', text, 10)).toThrow(UsageError);
  });

  it('accepts 0 and the maximum', () => {
    expect([parseWholeNumber('port', '0', 10), parseWholeNumber('port', '10', 10)]).toEqual([0, 10]);
  });
});

describe('parseFrameAncestor', () => {
  it.each([
    [undefined, undefined],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/', 'http://localhost:4000'],
  ])('reads %s as the origin %s', (text, origin) => {
    expect(parseFrameAncestor(text)).toBe(origin);
  });

  it.each([
    '',
    '*',
    '127.0.0.1:4000',
    'https://example.com',
    "'self'",
    'http://127.0.0.1:4000 https://example.com',
  ])('rejects "%s"', (text) => {
    expect(() => parseFrameAncestor(text)).toThrow(UsageError);
  });
});

describe('parseRetryDelays', () => {
  it('reads seconds separated by commas', () => {
    expect(parseRetryDelays('0, 1.5,30')).toEqual([0, 1.5, 30]);
  });

  it.each(['', '1,,2', '-1', 'soon', 'Infinity'])('rejects "%s"', (text) => {
    expect(() => parseRetryDelays(text)).toThrow(UsageError);
  });
});

describe('parseLoopbackHost', () => {
  it('accepts the loopback addresses and rejects every other', () => {
    expect(['127.0.0.1', '::1', 'localhost'].map(parseLoopbackHost)).toEqual([
      '127.0.0.1',
      '::1',
      'localhost',
    ]);
    expect(() => parseLoopbackHost('0.0.0.0')).toThrow(UsageError);
  });
});
