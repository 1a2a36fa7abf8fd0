import { expect, it } from 'vitest';
import { parseScalar } from './values.ts';

it.each(['2026-02-28T12:00:00Z', '2024-02-29T23:59:59.123456+01:00', ' 2026-01-31T12:00:00Z '])(
  'the editor accepts %s as a timestamp',
  (text) => expect(parseScalar('timestamp', text)).toEqual({ value: { timestampValue: text.trim() } }),
);

it.each([
  '2026-02-30T12:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-04-31T12:00:00+02:00',
  '2026-13-01T00:00:00Z',
  'x',
])('the editor refuses %s as a timestamp', (text) =>
  expect(parseScalar('timestamp', text)).toHaveProperty('problem'),
);
