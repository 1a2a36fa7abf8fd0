import { may } from '@savepoint/model/roles';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { NavLink, useLocation } from 'react-router-dom';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { SHOP_NAME } from '../config/constants.ts';
import { ADMIN_PAGES } from '../features/admin/admin-pages.ts';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { ThemeToggle } from '../features/theme/theme-toggle.tsx';
import { classNames } from '../lib/class-names.ts';
import { selectUser } from '../session/session-slice.ts';
import { CurrentPage } from './current-page.tsx';
import './admin-frame.css';

/**
 * The frame of the admin pages: a bar, and the pages that the role may open, beside the page or in
 * a menu on a phone. It omits parts of the shop that staff do not need, such as the cart and the
 * footer.
 */
export function AdminFrame() {
  const user = useSelector(selectUser);
  const { key } = useLocation();
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  // The menu is open for one location only, so every route change closes it.
  const menuOpen = menuOpenAt === key;
  const pages = ADMIN_PAGES.filter(([, , permission]) => may(user?.role, permission));

  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setMenuOpenAt(undefined);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);

  return (
    <div className="admin-frame">
      <header className="admin-bar">
        <ShopLink to="/admin" className="logo" aria-label={`${SHOP_NAME} admin`}>
          <Icon name="crystal" /> <Wordmark />
        </ShopLink>
        {user?.role !== undefined && <span className="tag">{user.role}</span>}
        <div className="admin-bar-tools">
          <ShopLink to="/" className="admin-bar-link">
            View shop
          </ShopLink>
          <ThemeToggle />
          {pages.length > 0 && (
            <IconButton
              label="Menu"
              className="admin-menu-button"
              aria-expanded={menuOpen}
              aria-controls="admin-links"
              onClick={() => setMenuOpenAt(menuOpen ? undefined : key)}
            >
              <Icon name={menuOpen ? 'close' : 'menu'} />
            </IconButton>
          )}
        </div>
      </header>
      {pages.length > 0 && (
        <nav
          id="admin-links"
          aria-label="Admin"
          className={classNames('admin-links', menuOpen && 'admin-links-open')}
        >
          <ul>
            {pages.map(([path, label]) => (
              <li key={path}>
                <NavLink to={path} end={path === '/admin'}>
                  {label}
                </NavLink>
              </li>
            ))}
            <li>
              <LogoutButton className="admin-logout" />
            </li>
          </ul>
        </nav>
      )}
      <CurrentPage />
    </div>
  );
}
