import type { PublicDrop } from '@savepoint/model/drop';
import { WAITING_ROOM_MINUTES } from '@savepoint/model/drop-phase';
import type { ReactNode } from 'react';
import { describeMinutes, formatMoment } from './drop-texts.ts';

interface Variants {
  readonly variants: readonly { readonly size?: string | undefined; readonly stock: number }[];
}

/** The sizes of an edition with their stock: 'S: 4, M: 12'. */
function describeSizes(
  { size, units }: PublicDrop,
  product: Variants | null | undefined,
): string | undefined {
  if (size !== undefined) return `${size}: ${units}`;
  const sizes = (product?.variants ?? []).flatMap((each) => (each.size === undefined ? [] : [each]));
  return sizes.map((each) => `${each.size}: ${each.stock}`).join(', ') || undefined;
}

/** The terms of a drop, with sizes once its product is known. */
export function DropFacts({
  drop,
  product,
}: {
  readonly drop: PublicDrop;
  readonly product: Variants | null | undefined;
}) {
  const time = (iso: string) => <time dateTime={iso}>{formatMoment(iso)}</time>;
  const sizes = describeSizes(drop, product);
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Edition', `${drop.units} numbered ${drop.units === 1 ? 'unit' : 'units'}`],
    ...(sizes === undefined ? [] : [[drop.size === undefined ? 'Sizes in stock' : 'Size', sizes] as const]),
    ['Per person', drop.limitPerPerson],
    ...(drop.kind === 'line'
      ? [['Line', `From ${WAITING_ROOM_MINUTES} minutes before; the first places are drawn`] as const]
      : []),
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
