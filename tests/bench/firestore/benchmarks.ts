import type { Firestore } from '@google-cloud/firestore';
import { fanOut } from './fan-out.ts';
import { batchGetSequential } from './grpc-benchmarks.ts';
import { restRoundTrip, webChannelRoundTrip } from './http-benchmarks.ts';
import type { Measurement, Meter } from './measurement.ts';
import * as sdkBenchmarks from './sdk-benchmarks.ts';

/** One row of the table. */
export interface Benchmark {
  /** The group that `--only` selects. */
  readonly group: 'requests' | 'transactions' | 'queries' | 'listeners' | 'web';
  readonly name: string;
  readonly unit: string;
  readonly higherIsBetter: boolean;
  /** Measured in one round only, because it creates the documents that later benchmarks read. */
  readonly runsOnce?: boolean;
  /** True if the no-op server, which stores nothing, can run it. */
  readonly isStateless?: boolean;
  readonly measure: (meter: Meter, db: Firestore, address: string) => Promise<Measurement>;
}

/**
 * The benchmarks in the order of measurement; `documents` is the size of the queried collection.
 */
export function createBenchmarks(documents: number): readonly Benchmark[] {
  const perSecond = { unit: '/s', higherIsBetter: true };
  const milliseconds = { unit: 'ms', higherIsBetter: false };
  return [
    {
      group: 'requests',
      name: 'set, one at a time',
      ...perSecond,
      isStateless: true,
      measure: sdkBenchmarks.setSequential,
    },
    {
      group: 'requests',
      name: 'set, 100 in flight',
      ...perSecond,
      isStateless: true,
      measure: sdkBenchmarks.setParallel,
    },
    {
      group: 'requests',
      name: 'getDoc, one at a time',
      ...perSecond,
      isStateless: true,
      measure: sdkBenchmarks.getSequential,
    },
    {
      group: 'requests',
      name: 'get over bare gRPC, one at a time',
      ...perSecond,
      isStateless: true,
      measure: (meter, _, address) => batchGetSequential(meter, address),
    },
    {
      group: 'requests',
      name: 'batches of 500',
      unit: 'documents/s',
      higherIsBetter: true,
      measure: (meter, db) => sdkBenchmarks.batches(meter, db),
    },
    {
      group: 'transactions',
      name: 'transactions on one document',
      ...perSecond,
      measure: (meter, db) => sdkBenchmarks.transactions(meter, db, 1, 400),
    },
    {
      group: 'transactions',
      name: 'transactions on 100 documents',
      ...perSecond,
      measure: (meter, db) => sdkBenchmarks.transactions(meter, db, 100, 1000),
    },
    {
      group: 'listeners',
      name: 'fan-out to 1,000 listeners',
      ...milliseconds,
      measure: (meter, _, address) => fanOut(meter, address),
    },
    {
      group: 'queries',
      name: `fill ${documents} documents`,
      unit: 's',
      higherIsBetter: false,
      runsOnce: true,
      measure: (meter, db) => sdkBenchmarks.fill(meter, db, documents),
    },
    {
      group: 'queries',
      name: `20 by equality of ${documents}`,
      ...milliseconds,
      measure: (meter, db) => sdkBenchmarks.equality(meter, db),
    },
    {
      group: 'queries',
      name: `20 by range and order of ${documents}`,
      ...milliseconds,
      measure: (meter, db) => sdkBenchmarks.range(meter, db),
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
