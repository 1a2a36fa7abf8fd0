// The current theme and whether it follows the system (specification, section 4). Pure; side
// effects are in theme-listeners.ts.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type Theme = 'light' | 'dark';

export interface ThemeState {
  readonly theme: Theme;
  readonly followsSystem: boolean;
}

export const themeSlice = createSlice({
  name: 'theme',
  initialState: { theme: 'light', followsSystem: true } as ThemeState,
  reducers: {
    /** The app started: a valid stored theme wins, otherwise the system preference applies. */
    themeRestored: (_state, action: PayloadAction<{ saved: string | null; system: Theme }>): ThemeState => {
      const { saved, system } = action.payload;
      return saved === 'light' || saved === 'dark'
        ? { theme: saved, followsSystem: false }
        : { theme: system, followsSystem: true };
    },
    themeChosen: (_state, action: PayloadAction<Theme>): ThemeState => ({
      theme: action.payload,
      followsSystem: false,
    }),
    themeToggled: (state): ThemeState => ({
      theme: state.theme === 'dark' ? 'light' : 'dark',
      followsSystem: false,
    }),
    themeReset: (_state, action: PayloadAction<Theme>): ThemeState => ({
      theme: action.payload,
      followsSystem: true,
    }),
    /** The system preference changed; ignored unless the theme follows the system. */
    systemThemeChanged: (state, action: PayloadAction<Theme>): ThemeState =>
      state.followsSystem ? { ...state, theme: action.payload } : state,
  },
  selectors: { selectTheme: (state): ThemeState => state },
});

export const { themeRestored, themeChosen, themeToggled, themeReset, systemThemeChanged } =
  themeSlice.actions;
export const { selectTheme } = themeSlice.selectors;
