import { describe, expect, it } from 'vitest';
import type { Parameters } from './form-body.ts';
import {
  integer,
  list,
  metadata,
  object,
  oneOf,
  onlyFalse,
  optional,
  parseParameters,
  required,
  text,
  unsupported,
  url,
} from './parameters.ts';
import { StripeError } from './stripe-error.ts';

const FIELDS = {
  mode: required(oneOf(['payment'], ['setup'])),
  amount: optional(integer(1, 100)),
  items: optional(list(object({ name: required(text(5)) }), 2)),
  success_url: optional(url()),
  metadata: optional(metadata()),
  tax: optional(object({ enabled: required(onlyFalse()) })),
  ...unsupported('recurring'),
};

function rejectionOf(parameters: Parameters): {
  message: string;
  code: string | undefined;
  param: string | undefined;
} {
  try {
    parseParameters(FIELDS, parameters);
  } catch (error) {
    if (error instanceof StripeError) {
      return { message: error.body.message, code: error.body.code, param: error.body.param };
    }
  }
  throw new Error('The parameters were accepted.');
}

describe('readParameters', () => {
  it('returns typed values and omits metadata with an empty value', () => {
    expect(
      parseParameters(FIELDS, {
        mode: 'payment',
        amount: '7',
        items: [{ name: 'a' }],
        metadata: { k: 'v', gone: '' },
        tax: { enabled: 'false' },
      }),
    ).toEqual({
      mode: 'payment',
      amount: 7,
      items: [{ name: 'a' }],
      metadata: { k: 'v' },
      tax: { enabled: false },
    });
  });

  it('accepts a list that was decoded as an object with numeric keys', () => {
    expect(parseParameters(FIELDS, { mode: 'payment', items: { '3': { name: 'a' } } }).items).toEqual([
      { name: 'a' },
    ]);
  });

  it.each([
    [{ mode: 'payment', x: '1', y: '2' }, 'Received unknown parameters: x, y', 'parameter_unknown', 'x'],
    [{}, 'Missing required param: mode.', 'parameter_missing', 'mode'],
    [
      { mode: 'payment', items: [{}] },
      'Missing required param: items[0][name].',
      'parameter_missing',
      'items[0][name]',
    ],
    [{ mode: 'payment', amount: '1.5' }, 'Invalid integer: 1.5', 'parameter_invalid_integer', 'amount'],
    [{ mode: 'payment', amount: '1e21' }, 'Invalid integer: 1e21', 'parameter_invalid_integer', 'amount'],
    [{ mode: 'payment', amount: 'NaN' }, 'Invalid integer: NaN', 'parameter_invalid_integer', 'amount'],
    [
      { mode: 'payment', amount: '0' },
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount',
    ],
    [
      { mode: 'payment', amount: '101' },
      'This value must be less than or equal to 100.',
      'parameter_invalid_integer',
      'amount',
    ],
    [{ mode: 'gift' }, 'Invalid mode: must be one of payment or setup', undefined, 'mode'],
    [{ mode: 'setup' }, /does not support the parameter mode=setup/, 'parameter_unsupported', 'mode=setup'],
    [
      { mode: 'payment', recurring: '1' },
      /does not support the parameter recurring/,
      'parameter_unsupported',
      'recurring',
    ],
    [
      { mode: 'payment', tax: { enabled: 'true' } },
      /does not support/,
      'parameter_unsupported',
      'tax[enabled]=true',
    ],
    [
      { mode: 'payment', success_url: '' },
      /empty string for 'success_url'/,
      'parameter_invalid_empty',
      'success_url',
    ],
    [{ mode: 'payment', success_url: 'not a url' }, 'Not a valid URL', 'url_invalid', 'success_url'],
    [{ mode: 'payment', success_url: 'example.com/x' }, /explicit scheme/, 'url_invalid', 'success_url'],
    [
      { mode: 'payment', success_url: 'javascript:alert(1)' },
      'Not a valid URL',
      'url_invalid',
      'success_url',
    ],
    [{ mode: 'payment', items: 'x' }, 'Invalid array', undefined, 'items'],
    [
      { mode: 'payment', items: [{ name: 'abcdef' }] },
      /at most 5 characters/,
      'parameter_invalid_string',
      'items[0][name]',
    ],
    [
      { mode: 'payment', items: [{ name: 'a' }, { name: 'a' }, { name: 'a' }] },
      /at most 2 items/,
      undefined,
      'items',
    ],
    [{ mode: 'payment', metadata: { k: 'v'.repeat(501) } }, /up to 500 characters/, undefined, 'metadata[k]'],
  ] as [Parameters, string | RegExp, string | undefined, string][])(
    "rejects %j with Stripe's message, code and param",
    (parameters, message, code, param) => {
      const found = rejectionOf(parameters);
      expect(found.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
      expect(found).toMatchObject({ code, param });
    },
  );
});
