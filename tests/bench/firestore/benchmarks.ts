// Owns the list of what is measured against each server. Knows neither processes nor how results are shown.

import type { Firestore } from '@google-cloud/firestore';
import { fanOut } from './fan-out.ts';
import { restRoundTrip, webChannelRoundTrip } from './http-benchmarks.ts';
import type { Measurement, Meter } from './measurement.ts';
import * as measures from './sdk-benchmarks.ts';

/** One row of the table. */
export interface Benchmark {
  /** The group that `--only` picks. */
  readonly group: 'requests' | 'transactions' | 'queries' | 'listeners' | 'web';
  readonly name: string;
  readonly unit: string;
  /** True where more is better. */
  readonly higherIsBetter: boolean;
  /** Measured once: it leaves the documents that later lines read. */
  readonly runsOnce?: boolean;
  /** A server that keeps nothing can be measured too. */
  readonly isStateless?: boolean;
  readonly measure: (meter: Meter, db: Firestore, address: string) => Promise<Measurement>;
}

/** The lines, in the order to measure them; `documents` is the size of the collection that is queried. */
export function createBenchmarks(documents: number): readonly Benchmark[] {
  const perSecond = { unit: '/s', higherIsBetter: true };
  const milliseconds = { unit: 'ms', higherIsBetter: false };
  return [
    {
      group: 'requests',
      name: 'set, one at a time',
      ...perSecond,
      isStateless: true,
      measure: measures.setSequential,
    },
    {
      group: 'requests',
      name: 'set, 100 in flight',
      ...perSecond,
      isStateless: true,
      measure: measures.setParallel,
    },
    {
      group: 'requests',
      name: 'getDoc, one at a time',
      ...perSecond,
      isStateless: true,
      measure: measures.getSequential,
    },
    {
      group: 'requests',
      name: 'batches of 500',
      unit: 'documents/s',
      higherIsBetter: true,
      measure: (meter, db) => measures.batches(meter, db),
    },
    {
      group: 'transactions',
      name: 'transactions on one document',
      ...perSecond,
      measure: (meter, db) => measures.transactions(meter, db, 1, 400),
    },
    {
      group: 'transactions',
      name: 'transactions on 100 documents',
      ...perSecond,
      measure: (meter, db) => measures.transactions(meter, db, 100, 1000),
    },
    {
      group: 'listeners',
      name: '1,000 listeners hear a change',
      ...milliseconds,
      measure: (meter, _, address) => fanOut(meter, address),
    },
    {
      group: 'queries',
      name: `fill ${documents} documents`,
      unit: 's',
      higherIsBetter: false,
      runsOnce: true,
      measure: (meter, db) => measures.fill(meter, db, documents),
    },
    {
      group: 'queries',
      name: `20 by equality of ${documents}`,
      ...milliseconds,
      measure: (meter, db) => measures.equality(meter, db),
    },
    {
      group: 'queries',
      name: `20 by range and order of ${documents}`,
      ...milliseconds,
      measure: (meter, db) => measures.range(meter, db),
    },
    {
      group: 'web',
      name: 'REST get',
      ...milliseconds,
      measure: (meter, _, address) => restRoundTrip(meter, address),
    },
    {
      group: 'web',
      name: 'WebChannel write',
      ...milliseconds,
      measure: (meter, _, address) => webChannelRoundTrip(meter, address),
    },
  ];
}
