// The phase of a drop, for pages as well: this file imports no schema library.

/** The stored part of a drop's state. */
export type DropState = 'announced' | 'drawing' | 'selling' | 'ended';
export type DropPhase = DropState | 'open' | 'stopped';

interface DropTimes {
  readonly kind: 'line' | 'draw';
  readonly opensAt: string;
  readonly closesAt: string;
}

const timeOf = (iso: string) => Date.parse(iso);

/** The phase of a drop at a time of the server's clock. */
export function dropPhase(
  drop: DropTimes & { readonly state: DropState; readonly isStopped?: boolean | undefined },
  now: Date,
): DropPhase {
  if (drop.isStopped) return 'stopped';
  if (drop.state !== 'announced') return drop.state;
  if (now.getTime() < timeOf(drop.opensAt)) return 'announced';
  if (now.getTime() < timeOf(drop.closesAt)) return 'open';
  return drop.kind === 'draw' ? 'drawing' : 'selling';
}

/** The phase of a published drop, at a time of the server's clock after its publication. */
export function publicPhase(drop: DropTimes & { readonly phase: DropPhase }, now: Date): DropPhase {
  if (drop.phase !== 'announced' && drop.phase !== 'open') return drop.phase;
  return dropPhase({ ...drop, state: 'announced' }, now);
}

/** The earliest time at which anybody can enter, in milliseconds. */
export function firstEntryTime({
  opensAt,
  earlyAccess,
}: {
  readonly opensAt: string;
  readonly earlyAccess?: { readonly hours: number } | undefined;
}): number {
  return timeOf(opensAt) - (earlyAccess?.hours ?? 0) * 3_600_000;
}
