// A drop with the clock of the server, and asked for as often as its phase is worth.
//
// Hosting caches an answer for a second, so its `now` is behind by what it has waited there. The
// answer that was the least behind gives the clock; and how old the last one is, which says when
// the next one can be another:
//
//   answer made at 12:00:00.0   heard 0.9 s later    ask again 0.1 s after that
import { type DropPhase, publicPhase } from '@savepoint/model/drop-phase';
import { useEffect, useState } from 'react';
import { type HeardDrop, useDropQuery } from './drop-endpoints.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Earlier than this, an announced drop is polled only once a minute. */
const SOON_MS = 5 * MINUTE_MS;
/** A new response may arrive slightly after the old one expires. */
const LEAST_WAIT_MS = 100;

type Answer = Pick<HeardDrop, 'now' | 'heardAt'>;

/** How far the server's clock is ahead of this browser's monotonic clock, judging by a response. */
const clockOffset = ({ now, heardAt }: Answer) => Date.parse(now) - heardAt;

/** The lifetime of a response about a drop; undefined for forever. */
function pollInterval(
  { kind, opensAt }: Pick<HeardDrop, 'kind' | 'opensAt'>,
  phase: DropPhase,
  now: number,
): number | undefined {
  switch (phase) {
    case 'announced':
      return Date.parse(opensAt) - now > SOON_MS ? MINUTE_MS : 10 * SECOND_MS;
    case 'open':
    case 'selling':
      return kind === 'line' ? SECOND_MS : 5 * SECOND_MS;
    case 'drawing':
      return 2 * SECOND_MS;
    default:
      return undefined;
  }
}

/** The wait until the next response, at a time of the server's clock. */
export function waitFor(answer: Pick<Answer, 'now'>, now: number, interval: number): number {
  return Math.max(LEAST_WAIT_MS, interval - (now - Date.parse(answer.now)));
}

export interface DropNow {
  readonly drop: HeardDrop | undefined;
  readonly phase: DropPhase;
  /** The server's time, in milliseconds. */
  readonly now: number;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly refetch: () => void;
}

/** The current state of a drop. The page renders every second, and polls only while visible. */
export function useDrop(dropId: string): DropNow {
  const { currentData, isError, refetch, isFetching, fulfilledTimeStamp } = useDropQuery(dropId);
  const drop = currentData ?? undefined;
  const [browserTime, setBrowserTime] = useState(() => performance.now());
  const [offset, setOffset] = useState(Number.NEGATIVE_INFINITY);
  if (drop !== undefined && clockOffset(drop) > offset) setOffset(clockOffset(drop));
  const now =
    drop === undefined ? 0 : Math.max(browserTime, drop.heardAt) + Math.max(offset, clockOffset(drop));
  useEffect(() => {
    // Aligned to the seconds of the server's clock: a drop opens at the start of one.
    const timer = setTimeout(() => setBrowserTime(performance.now()), SECOND_MS - (now % SECOND_MS));
    return () => clearTimeout(timer);
  }, [now]);
  const phase = drop === undefined ? 'announced' : publicPhase(drop, new Date(now));
  const interval = drop === undefined ? undefined : pollInterval(drop, phase, now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (drop === undefined || interval === undefined || isFetching) return undefined;
    const ask = () => {
      if (!document.hidden) void refetch();
    };
    // A phase reached by the clock is requested at once.
    const wait = phase === drop.phase ? interval : Math.min(interval, SECOND_MS);
    const timer = setTimeout(ask, waitFor(drop, performance.now() + offset, wait));
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [interval, isFetching, phase, fulfilledTimeStamp, refetch]);
  return {
    drop,
    phase,
    now,
    isError: isError && drop === undefined,
    isMissing: currentData === null,
    refetch: () => void refetch(),
  };
}
