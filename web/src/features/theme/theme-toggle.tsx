import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useTheme } from './theme-provider.tsx';

/** The theme button in the navigation bar, and with its name as text in a phone's menu. */
export function ThemeToggle({ showsText = false }: { showsText?: boolean }) {
  const { theme, toggleTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${next} theme`;
  if (showsText) {
    return (
      <button type="button" className="menu-logout" onClick={toggleTheme}>
        {label}
      </button>
    );
  }
  return (
    <IconButton label={label} className="theme-toggle" onClick={toggleTheme}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  );
}
