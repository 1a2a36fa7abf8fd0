import { ShopLink } from '../../components/shop-link.tsx';
import './settings.css';

/** Links to the sections of a page of settings. */
export function SettingsTabs(props: {
  label: string;
  tabs: readonly (readonly [path: string, label: string])[];
  current: string;
}) {
  return (
    <nav aria-label={props.label}>
      <ul className="settings-tabs">
        {props.tabs.map(([path, label]) => (
          <li key={path}>
            <ShopLink to={path} aria-current={path === props.current ? 'page' : undefined}>
              {label}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
