import { describe, expect, it } from 'vitest';
import {
  systemThemeChanged,
  themeChosen,
  themeReset,
  themeRestored,
  themeSlice,
  themeToggled,
} from './theme-slice.ts';

const reduce = themeSlice.reducer;
const restore = (saved: string | null, system: 'light' | 'dark') =>
  reduce(undefined, themeRestored({ saved, system }));

describe('the theme slice', () => {
  it.each(['light', 'dark'] as const)('uses the stored theme %s over the system preference', (saved) => {
    const other = saved === 'dark' ? 'light' : 'dark';
    expect(restore(saved, other)).toEqual({ theme: saved, followsSystem: false });
  });

  it.each([null, '', 'sepia', 'DARK', '{"theme":"dark"}'])(
    'follows the system when the stored value is %j',
    (saved) => {
      expect(restore(saved, 'dark')).toEqual({ theme: 'dark', followsSystem: true });
    },
  );

  it('stops following the system once a theme is chosen or toggled', () => {
    expect(reduce(restore(null, 'light'), themeChosen('dark'))).toEqual({
      theme: 'dark',
      followsSystem: false,
    });
    const toggled = reduce(restore(null, 'light'), themeToggled());
    expect(toggled).toEqual({ theme: 'dark', followsSystem: false });
    expect(reduce(toggled, systemThemeChanged('light'))).toEqual(toggled);
  });

  it('follows the system and its later changes again after a reset', () => {
    const reset = reduce(restore('dark', 'light'), themeReset('light'));
    expect(reset).toEqual({ theme: 'light', followsSystem: true });
    expect(reduce(reset, systemThemeChanged('dark'))).toEqual({ theme: 'dark', followsSystem: true });
  });
});
