import { describe, expect, it } from 'vitest';
import { timestampsToDates, timestampsToIsoStrings } from './timestamps.ts';

/** The shape shared by both SDKs' Timestamp classes. */
class FakeTimestamp {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
  toDate(): Date {
    return new Date(this.seconds * 1000);
  }
}

const stamp = new FakeTimestamp(1_700_000_000);
const ISO = '2023-11-14T22:13:20.000Z';

describe('timestampsToIsoStrings', () => {
  it('converts timestamps in maps and arrays at any depth', () => {
    expect(
      timestampsToIsoStrings({ at: stamp, timeline: [{ at: stamp }, stamp], map: { inner: { at: stamp } } }),
    ).toEqual({ at: ISO, timeline: [{ at: ISO }, ISO], map: { inner: { at: ISO } } });
  });

  it('returns strings, numbers, booleans, null and undefined unchanged', () => {
    const values = ['text', 0, Number.NaN, true, null, undefined];
    expect(timestampsToIsoStrings(values)).toEqual(values);
  });

  it('returns instances of other classes unchanged', () => {
    const bytes = new Uint8Array([1, 2]);
    const converted = timestampsToIsoStrings({ bytes }) as { bytes: unknown };
    expect(converted.bytes).toBe(bytes);
  });

  it('treats a map with a field named toDate as a map', () => {
    expect(timestampsToIsoStrings({ toDate: 'tomorrow', at: stamp })).toEqual({
      toDate: 'tomorrow',
      at: ISO,
    });
  });

  it('does not change its argument', () => {
    const data = { at: stamp };
    timestampsToIsoStrings(data);
    expect(data.at).toBe(stamp);
  });
});

describe('timestampsToDates', () => {
  it('converts timestamps at any depth to Dates', () => {
    expect(timestampsToDates({ timeline: [{ at: stamp }] })).toEqual({ timeline: [{ at: new Date(ISO) }] });
  });
});
