import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useTheme } from './theme-provider.tsx';

/** The theme button in the navigation bar. */
export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={`Switch to ${next} theme`} onClick={toggleTheme}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  );
}
