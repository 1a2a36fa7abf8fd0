import { useId } from 'react';
import { useHydrated } from '../../components/controls.tsx';
import { useTheme } from './theme-provider.tsx';
import type { Theme } from './theme-slice.ts';

const CHOICES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Selects a theme or the system's, which is how a guest returns to it. */
export function ThemeSelect() {
  const id = useId();
  const { theme, followsSystem, setTheme, resetToSystem } = useTheme();
  // React does not correct the option of a hydrated <select>: the first render has the server's.
  const isHydrated = useHydrated();
  return (
    <div className="theme-select">
      <label htmlFor={id}>Theme</label>
      <select
        id={id}
        className="input"
        value={followsSystem || !isHydrated ? 'system' : theme}
        onChange={({ target: { value } }) =>
          value === 'system' ? resetToSystem() : setTheme(value as Theme)
        }
      >
        {CHOICES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
