import { describe, expect, it } from 'vitest';
import { parseInvocation, requestsHelp } from './command-line.ts';

const SPEC = {
  usage: 'npm start -- [--port-offset N]',
  flags: {
    'port-offset': { type: 'number', value: 'N', description: 'moves all ports' },
    shopify: { type: 'boolean', description: 'adds Shopify' },
    project: { type: 'string', value: 'ID', description: 'the project' },
  },
  maxPositionals: 1,
} as const;

describe('parseInvocation', () => {
  it('returns positional arguments and typed flags', () => {
    const invocation = parseInvocation(SPEC, ['save', '--port-offset', '100', '--shopify']);
    expect(invocation.positionals).toEqual(['save']);
    expect(invocation.number('port-offset')).toBe(100);
    expect(invocation.flag('shopify')).toBe(true);
    expect(invocation.text('project')).toBeUndefined();
  });

  it.each([
    [['--port-offset', '-100'], -100],
    [['--port-offset=7'], 7],
    [['--port-offset', '1', '--port-offset', '2'], 2],
  ])('accepts %j as port offset %i', (args, offset) => {
    expect(parseInvocation(SPEC, args).number('port-offset')).toBe(offset);
  });

  it.each([
    [['--prot-offset', '1'], 'Unknown flag "--prot-offset", expected one of: --port-offset N, --shopify,'],
    [['-x'], 'Unknown flag "-x", expected one of: '],
    [['--constructor'], 'Unknown flag "--constructor"'],
    [['--port-offset', 'ten'], '--port-offset expects a whole number, but got "ten"'],
    [['--port-offset', '1e3'], '--port-offset expects a whole number, but got "1e3"'],
    [['--port-offset'], '--port-offset expects a value: --port-offset N'],
    [['--project', '--shopify'], '--project expects a value: --project ID'],
    [['--shopify=yes'], '--shopify takes no value, but got "yes"'],
    [['one', 'two'], 'Unexpected argument "two"'],
  ])('rejects %j, names the argument and shows the usage', (args, message) => {
    expect(() => parseInvocation(SPEC, args)).toThrow(message);
    expect(() => parseInvocation(SPEC, args)).toThrow('Usage: npm start');
  });
});

describe('requestsHelp', () => {
  it.each([[['--help']], [['save', '-h']]])('is true for %j', (args) => {
    expect(requestsHelp(args)).toBe(true);
  });

  it('is false for a positional argument "help"', () => {
    expect(requestsHelp(['help'])).toBe(false);
  });
});
