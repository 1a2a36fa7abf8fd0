import { classNames } from '../lib/class-names.ts';

/** Stroked paths on a 24-unit grid. */
const PATHS = {
  account: 'M8 4h8v7H8zM4 21v-4h3v-2h10v2h3v4',
  alert: 'M12 3 2 21h20zM12 10v5M12 18v.5',
  cart: 'M2 4h3l2 12h11l3-9H6M9 20.5v.5M16 20.5v.5',
  check: 'M4 12.5l5 5L20 6',
  chevron: 'M6 9l6 6 6-6',
  close: 'M5 5l14 14M19 5L5 19',
  crystal: 'M12 2l6 8-6 12-6-12zM6 10h12M12 2v20',
  filter: 'M3 6h18M6 12h12M10 18h4',
  heart: 'M12 20l-9-9V6l3-3h3l3 3 3-3h3l3 3v5z',
  image: 'M3 4h18v16H3zM3 17l6-6 5 5 3-3 4 4M15.5 8v.5',
  lock: 'M5 11h14v10H5zM8 11V6l2-3h4l2 3v5',
  login: 'M14 4h6v16h-6M3 12h11M9 7l5 5-5 5',
  mail: 'M3 5h18v14H3zM3 6l9 7 9-7',
  menu: 'M3 6h18M3 12h18M3 18h18',
  minus: 'M5 12h14',
  moon: 'M20 14A8 8 0 0 1 10 4 8 8 0 1 0 20 14z',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  offline: 'M3 3l18 18M2 9a15 15 0 0 1 20 0M6 13a9 9 0 0 1 12 0M12 18v.5',
  package: 'M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10',
  plus: 'M12 5v14M5 12h14',
  return: 'M8 3L3 8l5 5M3 8h13l4 4v4l-4 4H8',
  ruler: 'M2 8h20v8H2zM6 8v4M10 8v3M14 8v4M18 8v3',
  search: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6',
  share: 'M12 3v12M7 8l5-5 5 5M4 13v8h16v-8',
  shirt: 'M8 3L2 7l3 4 2-1v11h10V10l2 1 3-4-6-4-2 2h-4z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1',
  trash: 'M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7',
  truck: 'M2 5h12v12H2zM14 9h4l4 4v4h-8M6 17.5a2 2 0 1 0 .1 0zM18 17.5a2 2 0 1 0 .1 0z',
  up: 'M5 14l7-7 7 7',
  zoom: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6M10 7v6M7 10h6',
} as const;

export type IconName = keyof typeof PATHS;

/**
 * Decorative (aria-hidden) unless `label` is given. `filled` fills the shape, for toggles that are
 * on.
 */
export function Icon(props: { name: IconName; label?: string; filled?: boolean; className?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden or has an aria-label
    <svg
      className={classNames('icon', props.className)}
      viewBox="0 0 24 24"
      fill={props.filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="miter"
      strokeLinecap="square"
      {...(props.label ? { role: 'img', 'aria-label': props.label } : { 'aria-hidden': true })}
    >
      <path d={PATHS[props.name]} />
    </svg>
  );
}
