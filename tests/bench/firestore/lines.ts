// Owns the list of what is measured against each server. Knows neither processes nor how results are shown.

import type { Firestore } from '@google-cloud/firestore';
import { fanOut } from './fan-out.ts';
import type { Measured, Meter } from './measured.ts';
import * as measures from './measures.ts';
import { restRoundTrip, webChannelRoundTrip } from './web-measures.ts';

/** One row of the table. */
export interface Line {
  /** The group that `--only` picks. */
  readonly part: 'requests' | 'transactions' | 'queries' | 'listeners' | 'web';
  readonly name: string;
  readonly unit: string;
  /** True where more is better. */
  readonly rising: boolean;
  /** Measured once: it leaves the documents that later lines read. */
  readonly once?: boolean;
  /** A server that keeps nothing can be measured too. */
  readonly needsNoState?: boolean;
  readonly measure: (meter: Meter, db: Firestore, address: string) => Promise<Measured>;
}

/** The lines, in the order to measure them; `documents` is the size of the collection that is queried. */
export function linesOver(documents: number): readonly Line[] {
  const perSecond = { unit: '/s', rising: true };
  const milliseconds = { unit: 'ms', rising: false };
  return [
    {
      part: 'requests',
      name: 'set, one at a time',
      ...perSecond,
      needsNoState: true,
      measure: measures.setSequential,
    },
    {
      part: 'requests',
      name: 'set, 100 in flight',
      ...perSecond,
      needsNoState: true,
      measure: measures.setParallel,
    },
    {
      part: 'requests',
      name: 'getDoc, one at a time',
      ...perSecond,
      needsNoState: true,
      measure: measures.getSequential,
    },
    {
      part: 'requests',
      name: 'batches of 500',
      unit: 'documents/s',
      rising: true,
      measure: (meter, db) => measures.batches(meter, db),
    },
    {
      part: 'transactions',
      name: 'transactions on one document',
      ...perSecond,
      measure: (meter, db) => measures.transactions(meter, db, 1, 400),
    },
    {
      part: 'transactions',
      name: 'transactions on 100 documents',
      ...perSecond,
      measure: (meter, db) => measures.transactions(meter, db, 100, 1000),
    },
    {
      part: 'listeners',
      name: '1,000 listeners hear a change',
      ...milliseconds,
      measure: (meter, _, address) => fanOut(meter, address),
    },
    {
      part: 'queries',
      name: `fill ${documents} documents`,
      unit: 's',
      rising: false,
      once: true,
      measure: (meter, db) => measures.fill(meter, db, documents),
    },
    {
      part: 'queries',
      name: `20 by equality of ${documents}`,
      ...milliseconds,
      measure: (meter, db) => measures.equality(meter, db),
    },
    {
      part: 'queries',
      name: `20 by range and order of ${documents}`,
      ...milliseconds,
      measure: (meter, db) => measures.range(meter, db),
    },
    {
      part: 'web',
      name: 'REST get',
      ...milliseconds,
      measure: (meter, _, address) => restRoundTrip(meter, address),
    },
    {
      part: 'web',
      name: 'WebChannel write',
      ...milliseconds,
      measure: (meter, _, address) => webChannelRoundTrip(meter, address),
    },
  ];
}
