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
const start = (saved: string | null, system: 'light' | 'dark') =>
  reduce(undefined, themeRestored({ saved, system }));

describe('theme', () => {
  it.each(['light', 'dark'] as const)('uses the saved value %s whatever the system prefers', (saved) => {
    const other = saved === 'dark' ? 'light' : 'dark';
    expect(start(saved, other)).toEqual({ theme: saved, followsSystem: false });
  });

  it.each([null, '', 'sepia', 'DARK', '{"theme":"dark"}'])('follows the system when %j is saved', (saved) => {
    expect(start(saved, 'dark')).toEqual({ theme: 'dark', followsSystem: true });
  });

  it('stops following the system once chosen or toggled', () => {
    expect(reduce(start(null, 'light'), themeChosen('dark'))).toEqual({
      theme: 'dark',
      followsSystem: false,
    });
    const toggled = reduce(start(null, 'light'), themeToggled());
    expect(toggled).toEqual({ theme: 'dark', followsSystem: false });
    expect(reduce(toggled, systemThemeChanged('light'))).toEqual(toggled);
  });

  it('follows the system again after a reset, and its changes', () => {
    const reset = reduce(start('dark', 'light'), themeReset('light'));
    expect(reset).toEqual({ theme: 'light', followsSystem: true });
    expect(reduce(reset, systemThemeChanged('dark'))).toEqual({ theme: 'dark', followsSystem: true });
  });
});
