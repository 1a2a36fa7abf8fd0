import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConversionEvent, ConversionTag } from './conversion-tag.ts';

function inspectedTag() {
  const delivered: ConversionEvent[] = [];
  let loads = 0;
  const tag = new ConversionTag(
    (event) => delivered.push(event),
    () => {
      loads += 1;
    },
  );
  return { tag, delivered, loads: () => loads };
}
const view = (path: string): ConversionEvent => ({ event: 'page_view', page_path: path });

describe('ConversionTag', () => {
  it('delivers nothing and loads nothing before consent, then everything once and in order', () => {
    const { tag, delivered, loads } = inspectedTag();
    tag.track(view('/'));
    tag.track(view('/shop'));
    expect([delivered, loads()]).toEqual([[], 0]);
    tag.grant();
    tag.grant();
    tag.track(view('/cart'));
    expect(delivered).toEqual([view('/'), view('/shop'), view('/cart')]);
    expect(loads()).toBe(1);
  });

  it('forgets what waited when the shopper refuses', () => {
    const { tag, delivered, loads } = inspectedTag();
    tag.track(view('/'));
    tag.deny();
    tag.track(view('/shop'));
    tag.grant();
    expect([delivered, loads()]).toEqual([[], 1]);
  });

  it('behaves like a list with a gate, whatever the order of events', () => {
    const step = fc.oneof(
      fc.nat(9).map((n) => ({ kind: 'report' as const, n })),
      fc.constantFrom({ kind: 'grant' as const, n: 0 }, { kind: 'refuse' as const, n: 0 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { tag, delivered } = inspectedTag();
        let [gate, waiting, expected]: ['shut' | 'open' | 'refused', string[], string[]] = ['shut', [], []];
        for (const { kind, n } of steps) {
          if (kind === 'grant') {
            tag.grant();
            expected = [...expected, ...waiting];
            [gate, waiting] = ['open', []];
          } else if (kind === 'refuse') {
            tag.deny();
            [gate, waiting] = ['refused', []];
          } else {
            tag.track(view(`/${n}`));
            if (gate === 'open') expected.push(`/${n}`);
            if (gate === 'shut') waiting.push(`/${n}`);
          }
        }
        expect(delivered.map((event) => 'page_path' in event && event.page_path)).toEqual(expected);
      }),
    );
  });
});
