import { describe, expect, it } from 'vitest';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue, TimestampValue } from '../core/value.ts';
import { parseIndexDefinitions } from '../query/index-definitions.ts';
import { type LimitFinding, Traffic } from './traffic.ts';

const START_MS = Date.parse('2026-11-27T12:00:00Z');

/** The traffic of a database whose clock the test controls. */
function observed({ indexes, expected = {} }: { indexes?: object; expected?: Record<string, string> } = {}) {
  const definitions = indexes === undefined ? undefined : parseIndexDefinitions(JSON.stringify(indexes));
  const found: LimitFinding[] = [];
  const stored = new Map<string, StoredDocument>();
  let nowMs = START_MS;
  const traffic = new Traffic({
    database: 'projects/p/databases/(default)',
    indexes: () => definitions,
    expected,
    onFinding: (finding) => found.push({ ...finding }),
  });
  return {
    traffic,
    found,
    now: () => nowMs * 1000,
    read: () => traffic.readDocument('events/e', nowMs * 1000),
    advance: (ms: number) => {
      nowMs += ms;
    },
    /** Writes the documents of a collection once, with these fields. */
    write(paths: readonly string[], fields: Readonly<Record<string, FieldValue>> = {}) {
      const changes = paths.map((path) => {
        const before = stored.get(path);
        const slash = path.lastIndexOf('/');
        const after = new StoredDocument(
          path.slice(0, slash),
          path.slice(slash + 1),
          Object.assign(new Fields(), fields),
          1,
          nowMs * 1000,
          100,
        );
        stored.set(path, after);
        return { path, before, after };
      });
      traffic.wrote(paths, changes, nowMs * 1000);
    },
  };
}

describe('writes of one document', () => {
  it('are reported at more than one a second for ten seconds', () => {
    const { write, found, advance } = observed();
    for (let n = 0; n < 40; n++) {
      write(['products/p1']);
      advance(500);
    }
    expect(found).toMatchObject([
      { limit: 'document-writes', subject: 'products/p1', limitPerSecond: 1, peakPerSecond: 1.2 },
    ]);
  });

  it('are accepted once a second when the first of a window is late', () => {
    const { write, found, advance } = observed();
    advance(1050);
    write(['presence/p1']);
    advance(900);
    for (let n = 0; n < 60; n++) {
      write(['presence/p1']);
      advance(1000);
    }
    expect(found).toEqual([]);
  });

  it('are accepted at one a second for ten minutes, and as a burst of ten', () => {
    const { write, found, advance } = observed();
    for (let n = 0; n < 600; n++) {
      write(['products/p1']);
      advance(1000);
    }
    for (let n = 0; n < 10; n++) write(['products/p2']);
    advance(11_000);
    for (let n = 0; n < 10; n++) write(['products/p2']);
    expect(found).toEqual([]);
  });

  it('are accepted at a higher rate if spread over many documents', () => {
    const { write, found, advance } = observed();
    for (let n = 0; n < 100; n++) {
      write([`products/p${n}`, `orders/o${n}`]);
      advance(100);
    }
    expect(found).toEqual([]);
  });

  it('are reported with the highest rate of a window, and again after a quiet minute', () => {
    const { traffic, write, found, advance } = observed();
    for (let n = 0; n < 50; n++) write(['products/p1']);
    expect(traffic.findings()).toMatchObject([{ peakPerSecond: 5, lastMs: START_MS }]);
    advance(30_000);
    for (let n = 0; n < 12; n++) write(['products/p1']);
    expect(found).toHaveLength(1);
    advance(61_000);
    for (let n = 0; n < 12; n++) write(['products/p1']);
    expect(found).toHaveLength(2);
    expect(traffic.findings()).toMatchObject([{ peakPerSecond: 5, sinceMs: START_MS }]);
  });

  it('are counted anew after all documents are cleared, as between tests', () => {
    const { traffic, write, found, advance } = observed();
    for (let test = 0; test < 5; test++) {
      for (let n = 0; n < 10; n++) write(['products/p1']);
      traffic.forgetWindows();
      advance(100);
    }
    expect(found).toEqual([]);
    for (let n = 0; n < 12; n++) write(['products/p1']);
    expect(found).toMatchObject([{ subject: 'products/p1', peakPerSecond: 1.2 }]);
  });

  it('are reported with the reason of the pattern that expects them', () => {
    const { write, found } = observed({ expected: { 'a/*/b/*': 'one writer' } });
    for (let n = 0; n < 12; n++) write(['a/x/b/y', 'a/x']);
    expect(found.map(({ subject, expected }) => [subject, expected])).toEqual([
      ['a/x/b/y', 'one writer'],
      ['a/x', undefined],
    ]);
  });
});

it('include writes that delete and create the document, or change nothing', () => {
  const { traffic, found, now } = observed();
  const after = new StoredDocument('locks', 'l', new Fields(), 1, now(), 100);
  for (let n = 0; n < 3; n++) {
    traffic.wrote(['locks/l'], [{ path: 'locks/l', before: undefined, after }], now());
    traffic.wrote(['locks/l'], [{ path: 'locks/l', before: after, after: undefined }], now());
  }
  for (let n = 0; n < 6; n++) traffic.wrote(['locks/l'], [], now());
  expect(found).toMatchObject([{ limit: 'document-writes', subject: 'locks/l' }]);
});

describe('changes sent to listeners', () => {
  const streams: readonly object[] = Array.from({ length: 7 }, () => ({}));

  it('are reported for a document that is written too often, with the number of its listeners', () => {
    const { traffic, write, found, now } = observed();
    for (let n = 0; n < 13; n++) {
      write(['products/p1', 'products/calm']);
      traffic.pushed('products/p1', new Set(streams), now());
    }
    expect(found.at(-1)).toMatchObject({ limit: 'listened-document', subject: 'products/p1', listeners: 7 });
  });

  it('are counted for each listener, not for all that came and went', () => {
    const { traffic, write, found, now, advance } = observed();
    for (let n = 0; n < 40; n++) {
      write(['products/p1']);
      traffic.pushed('products/p1', new Set([streams[n % 5] as object]), now());
      advance(300);
    }
    expect(found.filter(({ limit }) => limit === 'listened-document')).toEqual([]);
  });

  it('are reported with the listeners that are sent too many, not with those sent one', () => {
    const { traffic, write, found, now } = observed();
    const [page, ...visitors] = streams as [object, ...object[]];
    for (let n = 0; n < 13; n++) {
      write(['products/p1']);
      traffic.pushed('products/p1', new Set([page, visitors[n % 6] as object]), now());
    }
    expect(found.at(-1)).toMatchObject({ limit: 'listened-document', listeners: 1 });
  });

  it('are not found for a document that is written often while it has a listener now and then', () => {
    const { traffic, write, found, now, advance } = observed();
    for (let n = 0; n < 40; n++) {
      write(['products/p1']);
      if (n % 4 === 0) traffic.pushed('products/p1', new Set(streams.slice(0, 1)), now());
      advance(500);
    }
    expect(found).toMatchObject([{ limit: 'document-writes', listeners: 1 }]);
  });
});

describe('operations on one collection', () => {
  it('are reported above 500 a second, including reads', () => {
    const { read, write, found } = observed();
    for (let n = 0; n < 2500; n++) {
      write([`events/e${n}`]);
      read();
    }
    expect(found).toEqual([]);
    read();
    expect(found).toMatchObject([{ limit: 'key-range', subject: 'events', limitPerSecond: 500 }]);
  });

  it('may grow by half after each five minutes of traffic', () => {
    const { traffic, read, found, advance, now } = observed();
    read();
    for (let minute = 0; minute < 10; minute++) {
      advance(60_000);
      read();
    }
    expect(traffic.allowedOperations('events', now())).toBe(1125);
    for (let n = 0; n < 11_249; n++) read();
    expect(found).toEqual([]);
    for (let n = 0; n < 2; n++) read();
    expect(found).toMatchObject([{ limit: 'key-range', limitPerSecond: 1125 }]);
  });
});

describe('sequential values in an indexed field', () => {
  const flood = ({ write, advance }: ReturnType<typeof observed>, valueAt: (n: number) => FieldValue) => {
    for (let n = 0; n < 6000; n++) {
      write([`logs/l${n}`], { at: valueAt(n), level: BigInt(n % 3) });
      if (n % 6 === 0) advance(10);
    }
  };

  it.each<[string, (n: number) => FieldValue]>([
    ['a timestamp', (n) => new TimestampValue(1000 + n, 0)],
    ['a number that falls', (n) => BigInt(-n)],
  ])('are reported above 500 writes a second in %s', (_, valueAt) => {
    const database = observed();
    flood(database, valueAt);
    expect(database.found.map(({ limit, subject }) => `${limit} ${subject}`)).toEqual([
      'key-range logs',
      'sequential-field logs.at',
    ]);
  });

  it('are accepted in a field that is exempt from indexing, unless a composite index begins with it', () => {
    const exemption = { collectionGroup: 'logs', fieldPath: 'at', indexes: [] };
    const composite = (...paths: string[]) => ({
      collectionGroup: 'logs',
      queryScope: 'COLLECTION',
      fields: paths.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
    });
    const subjects = (indexes: object) => {
      const database = observed({ indexes });
      flood(database, (n) => BigInt(n));
      return database.found.filter(({ limit }) => limit === 'sequential-field').map(({ subject }) => subject);
    };
    expect(subjects({ indexes: [], fieldOverrides: [exemption] })).toEqual([]);
    expect(subjects({ indexes: [composite('level', 'at')], fieldOverrides: [exemption] })).toEqual([]);
    expect(subjects({ indexes: [composite('at', 'level')], fieldOverrides: [exemption] })).toEqual([
      'logs.at',
    ]);
  });

  it('are not reported for unordered values', () => {
    const database = observed();
    flood(database, (n) => BigInt((n * 7919) % 6007));
    expect(database.found.map(({ limit }) => limit)).toEqual(['key-range']);
  });
});

it('the heat map lists the documents with the most writes within ten seconds first, by column', () => {
  const { traffic, write, advance } = observed();
  for (let n = 0; n < 6; n++) {
    write(['a/busy', 'a/steady']);
    write(['a/busy']);
    advance(1000);
  }
  write(['a/once']);
  const heat = traffic.heat(START_MS, 2, 4, 10);
  expect(heat.map(({ path, writes, counts }) => ({ path, writes, counts }))).toEqual([
    { path: 'a/busy', writes: 12, counts: [4, 4, 4, 0] },
    { path: 'a/steady', writes: 6, counts: [2, 2, 2, 0] },
  ]);
});
