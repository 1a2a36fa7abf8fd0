import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { decodeForm } from './form-body.ts';
import { StripeError } from './stripe-error.ts';

describe('decodeForm', () => {
  it('decodes brackets, lists, plus signs and percent escapes', () => {
    expect(decodeForm('a[b][0][c]=1&a[b][1][c]=x+y%26&expand[]=p&expand[]=q')).toEqual({
      a: { b: [{ c: '1' }, { c: 'x y&' }] },
      expand: ['p', 'q'],
    });
  });

  it('decodes parameters encoded by qs to the same parameters', () => {
    const name = fc.stringMatching(/^[a-z_]{1,12}$/).filter((text) => text !== '__proto__');
    const tree = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small', maxDepth: 3 }, fc.string(), tie('map')),
      map: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    })).map;
    fc.assert(
      fc.property(tree, (parameters) => {
        expect(decodeForm(qs.stringify(parameters))).toEqual(parameters);
      }),
    );
  });

  it.each(['a=%zz', 'a=%ff', 'a[b][c][d][e][f][g][h][i][j]=1', Array(3_000).fill('a=1').join('&')])(
    'rejects an invalid escape, too deep nesting and too many parameters: %.30s',
    (text) => {
      expect(() => decodeForm(text)).toThrow(StripeError);
    },
  );

  it.each(['__proto__[polluted]=1', 'a[__proto__][polluted]=1', 'a%5B__proto__%5D=1'])(
    'rejects a name that contains __proto__: %s',
    (text) => {
      expect(() => decodeForm(text)).toThrow(/__proto__/);
    },
  );

  it('accepts __proto__ as a value and `constructor` as a name without changing a prototype', () => {
    expect(decodeForm('a=__proto__&constructor[prototype][polluted]=1')).toEqual({
      a: '__proto__',
      constructor: { prototype: { polluted: '1' } },
    });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
