import { expect, test } from 'vitest';
import { parseInvocation } from './command-line.ts';

const shape = {
  usage: 'npm start -- [--port-offset N]',
  flags: { 'port-offset': 'number', shopify: 'boolean', project: 'string' },
  positionals: 1,
} as const;

test('reads words and flags', () => {
  const invocation = parseInvocation(shape, ['save', '--port-offset', '100', '--shopify']);
  expect(invocation.positionals).toEqual(['save']);
  expect(invocation.number('port-offset')).toBe(100);
  expect(invocation.flag('shopify')).toBe(true);
  expect(invocation.text('project')).toBeUndefined();
});

test.each([
  [['--prot-offset', '1'], /Unknown option '--prot-offset'/],
  [['--port-offset', 'ten'], /--port-offset ten is not a whole number/],
  [['--port-offset', '1e3'], /not a whole number/],
  [['--port-offset'], /argument missing/],
  [['one', 'two'], /"two" is one word too many/],
])('refuses %j and shows the usage', (args, message) => {
  expect(() => parseInvocation(shape, args)).toThrow(message);
  expect(() => parseInvocation(shape, args)).toThrow(/Usage: npm start/);
});
