import { describe, expect, it } from 'vitest';
import { parseInvocation, requestsHelp } from './command-line.ts';

const SPEC = {
  usage: 'npm start -- [--port-offset N]',
  flags: {
    'port-offset': { type: 'number', value: 'N', description: 'moves all ports' },
    verbose: { type: 'boolean', description: 'prints more' },
    project: { type: 'string', short: 'P', value: 'ID', description: 'the project' },
    'export-on-exit': { type: 'string', value: 'DIR', isValueOptional: true, description: 'exports' },
  },
  maxPositionals: 1,
} as const;

describe('parseInvocation', () => {
  it('returns positional arguments and typed flags', () => {
    const invocation = parseInvocation(SPEC, ['save', '--port-offset', '100', '--verbose']);
    expect(invocation.positionals).toEqual(['save']);
    expect(invocation.number('port-offset')).toBe(100);
    expect(invocation.flag('verbose')).toBe(true);
    expect(invocation.text('project')).toBeUndefined();
  });

  it.each([
    [['--port-offset', '-100'], -100],
    [['--port-offset=7'], 7],
    [['--port-offset', '1', '--port-offset', '2'], 2],
  ])('accepts %j as port offset %i', (args, offset) => {
    expect(parseInvocation(SPEC, args).number('port-offset')).toBe(offset);
  });

  it.each([[['-P', 'demo-app']], [['-Pdemo-app']], [['--project=demo-app']]])(
    'reads %j, a flag with a short form',
    (args) => {
      expect(parseInvocation(SPEC, args).text('project')).toBe('demo-app');
    },
  );

  it.each([
    [['--export-on-exit', 'data'], 'data'],
    [['--export-on-exit=data'], 'data'],
    [['--export-on-exit'], ''],
    [['--export-on-exit', '--verbose'], ''],
    [['--export-on-exit', '--', 'data'], ''],
    [['--', '--export-on-exit'], undefined],
  ])('reads %j, a flag with an optional value, as %j', (args, value) => {
    expect(parseInvocation(SPEC, args).text('export-on-exit')).toBe(value);
  });

  it.each([
    [['--prot-offset', '1'], 'Unknown flag "--prot-offset", expected one of: --port-offset N, --verbose,'],
    [['-x'], 'Unknown flag "-x", expected one of: '],
    [['--constructor'], 'Unknown flag "--constructor"'],
    [['--port-offset', 'ten'], '--port-offset expects a whole number, but got "ten"'],
    [['--port-offset', '1e3'], '--port-offset expects a whole number, but got "1e3"'],
    [['--port-offset'], '--port-offset expects a value: --port-offset N'],
    [['--project', '--verbose'], '--project expects a value: --project ID'],
    [['-P'], '--project expects a value: --project ID'],
    [['-P', '--verbose'], '--project expects a value: --project ID'],
    [['--project='], '--project expects a value: --project ID'],
    [['--verbose=yes'], '--verbose takes no value, but got "yes"'],
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

  it.each([[['help']], [['--', 'npm', '--help']]])('is false for %j', (args) => {
    expect(requestsHelp(args)).toBe(false);
  });
});
