// Texts about a drop.
import type { PublicDrop } from '@savepoint/model/drop';
import type { DropPhase } from '@savepoint/model/drop-phase';

/** A time in the browser's zone: 'Friday, November 27, 3:00 PM'. */
export function formatMoment(time: string | number): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(time));
}

/** '1 hour', '90 minutes', '2 days': the time in which a unit has to be ordered. */
export function describeMinutes(minutes: number): string {
  for (const [name, size] of [
    ['day', 1_440],
    ['hour', 60],
  ] as const)
    if (minutes % size === 0) return `${minutes / size} ${name}${minutes === size ? '' : 's'}`;
  return `${minutes} minutes`;
}

/** True if nothing of a line is left, or others wait for all that is. */
export const isTaken = ({ kind, left, waiting = 0 }: PublicDrop, phase: DropPhase) =>
  kind === 'line' && left <= waiting && (phase === 'open' || phase === 'selling');

/** The tag of a drop: its text and color. */
export function phaseTag(drop: PublicDrop, phase: DropPhase): readonly [text: string, tone: string] {
  if (isTaken(drop, phase)) return ['Sold out', 'tag-coral'];
  switch (phase) {
    case 'announced':
      return ['Opens soon', 'tag-sun'];
    case 'open':
      return [drop.kind === 'line' ? `${drop.left} of ${drop.units} left` : 'Open', 'tag-mint'];
    case 'drawing':
      return ['Drawing', 'tag-sun'];
    case 'selling':
      return [drop.kind === 'draw' ? 'Drawn' : 'Closed', 'tag-sun'];
    case 'stopped':
      return ['Stopped', 'tag-coral'];
    case 'ended':
      return [drop.left === 0 ? 'Sold out' : 'Ended', 'tag-coral'];
  }
}
