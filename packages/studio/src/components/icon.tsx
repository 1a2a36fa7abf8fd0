const PATHS = {
  overview: 'M4 13h7V4H4zM13 20h7v-9h-7zM13 4v4h7V4zM4 20h7v-4H4z',
  data: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.600 3-8 3-8-1.300-8-3zM4 6v12c0 1.700 3.600 3 8 3s8-1.300 8-3V6M4 12c0 1.700 3.600 3 8 3s8-1.300 8-3',
  tree: 'M4 5h6M8 5v14M8 12h4M8 19h4M14 12h6M14 19h6',
  accounts: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.5-4 3.500-6 8-6s7.500 2 8 6',
  files: 'M4 5h6l2 3h8v11H4z',
  logs: 'M5 6h3M11 6h8M5 12h3M11 12h8M5 18h3M11 18h8',
  rules: 'M12 3l8 3v6c0 4.500-3.300 7.800-8 9-4.700-1.200-8-4.500-8-9V6zM8.500 12l2.500 2.500 4.500-5',
  traces: 'M4 5h9M7 10h10M11 15h7M14 20h6',
  advisors: 'M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.700-1 1.500-1 2H9c0-.500-.300-1.300-1-2z',
  limits: 'M4 18a8 8 0 1 1 16 0M12 18l4-6M4 18h2M18 18h2M12 10V8',
  functions: 'M13 3L5 14h6l-1 7 9-12h-6z',
  config: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M10 14v6',
  messages: 'M4 4h16v12H9l-5 4z',
  services: 'M3 6h18v12H3zM3 7l9 7 9-7',
  theme: 'M12 3v18M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7l6 2M12 12h8M12 17l6-2',
  add: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  chevron: 'M9 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon; adjacent text or a label gives its meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
