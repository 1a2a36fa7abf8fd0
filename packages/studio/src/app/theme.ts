/** The system's theme, or the one chosen in Studio. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'studio:theme';

export function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyStoredTheme();
}

/** The stylesheet uses the attribute or, without it, the system's theme. */
export function applyStoredTheme(): void {
  const theme = readTheme();
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}
