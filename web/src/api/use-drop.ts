// A drop with the clock of the server, and asked for as often as its phase is worth.
import { type DropPhase, publicPhase } from '@savepoint/model/drop-phase';
import { useEffect, useState } from 'react';
import { type HeardDrop, useDropQuery } from './drop-endpoints.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Before this, an announced drop is only asked for once a minute. */
const SOON_MS = 5 * MINUTE_MS;
/** So long after an answer nobody asks again, however fast the drop is: Hosting caches it. */
const FAST_MS = SECOND_MS;

/** The time of the server, in milliseconds, at a time of this browser's monotonic clock. */
export function serverTime({ now, heardAt }: HeardDrop, browserTime: number): number {
  return Date.parse(now) + Math.max(0, browserTime - heardAt);
}

/** How long an answer about a drop is good for; undefined for ever. */
export function pollInterval(drop: HeardDrop, phase: DropPhase, now: number): number | undefined {
  switch (phase) {
    case 'announced':
      return Date.parse(drop.opensAt) - now > SOON_MS ? MINUTE_MS : 10 * SECOND_MS;
    case 'open':
      return drop.kind === 'line' ? FAST_MS : 10 * SECOND_MS;
    case 'drawing':
      return 2 * SECOND_MS;
    case 'selling':
      return drop.kind === 'line' ? FAST_MS : 10 * SECOND_MS;
    default:
      return undefined;
  }
}

export interface DropNow {
  readonly drop: HeardDrop | undefined;
  readonly phase: DropPhase;
  /** The time of the server, in milliseconds. */
  readonly now: number;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly refetch: () => void;
}

/** A drop as it is now. The page is rendered every second, and asks only while it is seen. */
export function useDrop(dropId: string): DropNow {
  const { currentData: drop, isError, error, refetch, isFetching, fulfilledTimeStamp } = useDropQuery(dropId);
  const [browserTime, setBrowserTime] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserTime(performance.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const now = drop === undefined ? 0 : serverTime(drop, browserTime);
  const phase = drop === undefined ? 'announced' : publicPhase(drop, new Date(now));
  const interval = drop === undefined ? undefined : pollInterval(drop, phase, now);
  // A phase that the browser's clock has found out is asked for at once.
  const isChanged = drop !== undefined && phase !== drop.phase;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (interval === undefined || isFetching) return undefined;
    const ask = () => {
      if (!document.hidden) void refetch();
    };
    const timer = setTimeout(ask, isChanged ? Math.min(interval, SECOND_MS) : interval);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [interval, isFetching, isChanged, fulfilledTimeStamp, refetch]);
  return {
    drop,
    phase,
    now,
    isError: isError && drop === undefined,
    isMissing: (error as { readonly code?: string } | undefined)?.code === 'not-found',
    refetch: () => void refetch(),
  };
}
