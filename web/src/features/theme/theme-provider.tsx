// A thin context over Redux; the hook throws outside its provider, as specified (section 8).
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { systemTheme } from './theme-listeners.ts';
import { selectTheme, type Theme, themeChosen, themeReset, themeToggled } from './theme-slice.ts';

interface ThemeContextValue {
  readonly theme: Theme;
  readonly followsSystem: boolean;
  readonly setTheme: (theme: Theme) => void;
  readonly toggleTheme: () => void;
  readonly resetToSystem: () => void;
}

const ThemeContext = createContext<ThemeContextValue | undefined>(undefined);

/** Provides the theme and its actions to useTheme. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const { theme, followsSystem } = useSelector(selectTheme);
  const control = useMemo<ThemeContextValue>(
    () => ({
      theme,
      followsSystem,
      setTheme: (chosen) => dispatch(themeChosen(chosen)),
      toggleTheme: () => dispatch(themeToggled()),
      resetToSystem: () => dispatch(themeReset(systemTheme())),
    }),
    [dispatch, theme, followsSystem],
  );
  return <ThemeContext value={control}>{children}</ThemeContext>;
}

/** The theme and its actions. Throws outside ThemeProvider. */
export function useTheme(): ThemeContextValue {
  const control = use(ThemeContext);
  if (control === undefined) throw new Error('useTheme must be used within a ThemeProvider');
  return control;
}
