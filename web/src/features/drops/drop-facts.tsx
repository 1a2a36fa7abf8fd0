import type { PublicDrop } from '@savepoint/model/drop';
import type { ReactNode } from 'react';
import { describeMinutes, formatMoment } from './drop-texts.ts';

/** The terms of a drop. */
export function DropFacts({ drop }: { readonly drop: PublicDrop }) {
  const time = (iso: string) => <time dateTime={iso}>{formatMoment(iso)}</time>;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Edition', `${drop.units} numbered ${drop.units === 1 ? 'unit' : 'units'}`],
    ...(drop.size === undefined ? [] : [['Size', drop.size] as const]),
    ['Per person', drop.limitPerPerson],
    ['Opens', time(drop.opensAt)],
    ['Closes', time(drop.closesAt)],
    ['Time to order', describeMinutes(drop.payMinutes)],
    ...(drop.earlyAccess === undefined
      ? []
      : [['Early access', `${drop.earlyAccess.hours} hours before, by invitation`] as const]),
    ...(drop.entries > 0 ? [['Entries', drop.entries.toLocaleString('en-US')] as const] : []),
  ];
  return (
    <dl className="drop-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
