import { expect, it } from 'vitest';
import { parseHeaders } from './forwarder.ts';

it.each([
  ['', {}],
  ['api-key=k1', { 'api-key': 'k1' }],
  ['Authorization=Basic%20YTpi==, X-Scope=a', { authorization: 'Basic YTpi==', 'x-scope': 'a' }],
  ['broken=%zz,,=x', { broken: '%zz' }],
])('parseHeaders reads "%s"', (text, expected) => {
  expect(parseHeaders(text)).toEqual(expected);
});
