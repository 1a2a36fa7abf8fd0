import { useEffect, useRef, useState } from 'react';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Remaining times that are announced, once each. */
const ANNOUNCED_AT_MS = [3_600_000, 600_000, 60_000, 10_000];

function partsOf(leftMs: number): readonly (readonly [name: string, count: number])[] {
  let rest = Math.max(0, Math.ceil(leftMs / 1_000)) * 1_000;
  const parts = UNITS.map(([name, ms]) => {
    const count = Math.floor(rest / ms);
    rest -= count * ms;
    return [name, count] as const;
  });
  return parts[0]?.[1] === 0 ? parts.slice(1) : parts;
}

const countOf = (name: string, count: number) => `${count} ${name}${count === 1 ? '' : 's'}`;

/** The largest two parts of a duration in words: '2 hours and 5 minutes'. */
export function describeDuration(leftMs: number): string {
  const parts = partsOf(leftMs).filter(([, count]) => count > 0);
  return (
    parts
      .slice(0, 2)
      .map(([name, count]) => countOf(name, count))
      .join(' and ') || 'no time'
  );
}

/**
 * The remaining time, updated visually every second. Screen readers can read it in words, and
 * announce it at most four times: an hour, ten minutes, a minute and ten seconds before.
 */
export function Countdown({ label, leftMs }: { readonly label: string; readonly leftMs: number }) {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(leftMs);
  useEffect(() => {
    const passed = ANNOUNCED_AT_MS.findLast((ms) => before.current > ms && leftMs <= ms);
    before.current = leftMs;
    if (passed !== undefined) setAnnouncement(`${label} ${describeDuration(passed)}`);
  }, [label, leftMs]);
  return (
    <div className="countdown">
      <p className="countdown-label">{label}</p>
      <p className="visually-hidden">{describeDuration(Math.ceil(leftMs / 60_000) * 60_000)}</p>
      <ol className="countdown-parts" aria-hidden>
        {partsOf(leftMs).map(([name, count]) => (
          <li key={name}>
            <strong>{String(count).padStart(2, '0')}</strong>
            <span>{count === 1 ? name : `${name}s`}</span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}
