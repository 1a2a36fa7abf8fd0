import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { IconButton } from '../components/button.tsx';
import { Controls } from '../components/controls.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { NAV_SHADOW_SCROLL_PX, SHOP_NAME } from '../config/constants.ts';
import { AccountLink, LogoutButton } from '../features/auth/account-link.tsx';
import { CartMenu } from '../features/cart/cart-menu.tsx';
import { SearchButton } from '../features/search/search-button.tsx';
import { ThemeToggle } from '../features/theme/theme-toggle.tsx';
import { WishlistLink } from '../features/wishlist/wishlist-link.tsx';
import { classNames } from '../lib/class-names.ts';

const LINKS = [
  ['/', 'Home'],
  ['/shop', 'Shop'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(scrollY > NAV_SHADOW_SCROLL_PX);
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, []);
  return scrolled;
}

/** The navigation bar of every page. Its mobile menu closes on navigation and on Escape. */
export function NavBar() {
  const scrolled = useScrolled();
  const { key } = useLocation();
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  // The menu is open for one location only, so every route change closes it.
  const menuOpen = menuOpenAt === key;

  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setMenuOpenAt(undefined);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);

  return (
    <header className={classNames('header', scrolled && 'header-scrolled')}>
      <nav className="header-inner" aria-label="Main">
        <ShopLink to="/" className="logo" aria-label={`${SHOP_NAME}, home`}>
          <Icon name="crystal" /> <span>{SHOP_NAME}</span>
        </ShopLink>
        <ul id="main-links" className={classNames('header-links', menuOpen && 'header-links-open')}>
          {LINKS.map(([path, label]) => (
            <li key={path}>
              <NavLink to={path} end={path === '/'}>
                {label}
              </NavLink>
            </li>
          ))}
          <li className="menu-theme">
            <ThemeToggle showsText />
          </li>
          <li className="menu-only">
            <LogoutButton className="menu-logout" />
          </li>
        </ul>
        <Controls>
          <div className="header-tools">
            <SearchButton />
            <ThemeToggle />
            <WishlistLink />
            <CartMenu />
            <AccountLink />
            <IconButton
              label="Menu"
              className="menu-button"
              aria-expanded={menuOpen}
              aria-controls="main-links"
              onClick={() => setMenuOpenAt(menuOpen ? undefined : key)}
            >
              <Icon name={menuOpen ? 'close' : 'menu'} />
            </IconButton>
          </div>
        </Controls>
      </nav>
    </header>
  );
}
