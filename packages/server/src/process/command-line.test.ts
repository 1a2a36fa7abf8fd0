import { describe, expect, it } from 'vitest';
import {
  parseFlags,
  parseFrameAncestor,
  parseLoopbackHost,
  parseRetryDelays,
  programCommand,
  UsageError,
  wholeNumber,
} from './command-line.ts';

const command = () =>
  programCommand('savepoint-test', '')
    .option('--port <N>', '', wholeNumber('port', 9), 1)
    .option('-q, --quiet');

describe('parseFlags', () => {
  it('returns the given values and defaults for the rest', () => {
    expect(parseFlags(command(), ['--port', '2'])).toEqual({ port: 2 });
    expect(parseFlags(command(), ['-q'])).toEqual({ port: 1, quiet: true });
  });

  it.each([
    [['--prot', '1'], 'There is no flag --prot. Did you mean --port?'],
    [['--hlep'], 'There is no flag --hlep. Did you mean --help?'],
    [['--explode-now'], 'There is no flag --explode-now. See --help.'],
    [['-x'], 'There is no flag -x. See --help.'],
    [['--ports=1'], 'There is no flag --ports. Did you mean --port?'],
  ])('rejects the unknown flag in %j with a line that names the nearest flag', (args, message) => {
    expect(() => parseFlags(command(), args)).toThrow(new UsageError(message));
  });

  it.each([[['--port']], [['positional']], [['--quiet=maybe']]])('rejects %j in one line', (args) => {
    expect(() => parseFlags(command(), args)).toThrow(UsageError);
    expect(() => parseFlags(command(), args)).not.toThrow(/\n/);
  });
});

describe('wholeNumber', () => {
  it.each(['', '-1', '1.5', 'many', '11', ' 1'])('rejects "%s" for a flag with a maximum of 10', (text) => {
    expect(() => wholeNumber('port', 10)(text)).toThrow(UsageError);
  });

  it('accepts 0 and the maximum', () => {
    expect(['0', '10'].map(wholeNumber('port', 10))).toEqual([0, 10]);
  });
});

describe('parseFrameAncestor', () => {
  it.each([
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
