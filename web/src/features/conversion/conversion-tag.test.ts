import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConversionEvent, ConversionTag } from './conversion-tag.ts';

function createTestTag() {
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
const pageView = (path: string): ConversionEvent => ({ event: 'page_view', page_path: path });

describe('ConversionTag', () => {
  it('queues events until consent, then loads the script once and delivers every event once in order', () => {
    const { tag, delivered, loads } = createTestTag();
    tag.track(pageView('/'));
    tag.track(pageView('/shop'));
    expect([delivered, loads()]).toEqual([[], 0]);
    tag.grant();
    tag.grant();
    tag.track(pageView('/cart'));
    expect(delivered).toEqual([pageView('/'), pageView('/shop'), pageView('/cart')]);
    expect(loads()).toBe(1);
  });

  it('drops queued and later events when consent is denied', () => {
    const { tag, delivered, loads } = createTestTag();
    tag.track(pageView('/'));
    tag.deny();
    tag.track(pageView('/shop'));
    tag.grant();
    expect([delivered, loads()]).toEqual([[], 1]);
  });

  it('matches the reference model for every sequence of track, grant and deny', () => {
    const step = fc.oneof(
      fc.nat(9).map((n) => ({ kind: 'track' as const, n })),
      fc.constantFrom({ kind: 'grant' as const, n: 0 }, { kind: 'deny' as const, n: 0 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { tag, delivered } = createTestTag();
        let [consent, queued, expected]: ['unknown' | 'granted' | 'denied', string[], string[]] = [
          'unknown',
          [],
          [],
        ];
        for (const { kind, n } of steps) {
          if (kind === 'grant') {
            tag.grant();
            expected = [...expected, ...queued];
            [consent, queued] = ['granted', []];
          } else if (kind === 'deny') {
            tag.deny();
            [consent, queued] = ['denied', []];
          } else {
            tag.track(pageView(`/${n}`));
            if (consent === 'granted') expected.push(`/${n}`);
            if (consent === 'unknown') queued.push(`/${n}`);
          }
        }
        expect(delivered.map((event) => 'page_path' in event && event.page_path)).toEqual(expected);
      }),
    );
  });
});
