import { SHOP_LINKS } from '@savepoint/model/content';
import { lazy, type PointerEvent, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { IconButton } from '../components/button.tsx';
import { Controls } from '../components/controls.tsx';
import { Deferred } from '../components/deferred.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { NAV_SHADOW_SCROLL_PX, SHOP_NAME } from '../config/constants.ts';
import { AccountLink, LogoutButton } from '../features/auth/account-link.tsx';
import { CartMenu } from '../features/cart/cart-menu.tsx';
import { SearchButton } from '../features/search/search-button.tsx';
import { ThemeToggle } from '../features/theme/theme-toggle.tsx';
import { WishlistLink } from '../features/wishlist/wishlist-link.tsx';
import { classNames } from '../lib/class-names.ts';
import { loadChunk } from '../lib/load-chunk.ts';

const loadShopMenu = () => loadChunk('Shop Menu', () => import('./shop-menu.tsx'));
// Only on wide screens, and not before a click or a hover.
const ShopMenu = lazy(async () => ({ default: (await loadShopMenu()).ShopMenu }));

/** A pointer that merely crosses the bar opens and closes nothing. */
const HOVER_DELAY_MS = 150;

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

/** Shop, and on a wide screen a button that shows the categories below the bar. */
function ShopItem(props: { open: boolean; onChange: (open: boolean) => void }) {
  const { navigation: links = SHOP_LINKS } = useShopSettings().settings.content;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (open: boolean) => {
    clearTimeout(timer.current);
    props.onChange(open);
  };
  const changeByHover = (open: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    if (open) void loadShopMenu().catch(() => undefined);
    timer.current = setTimeout(() => props.onChange(open), HOVER_DELAY_MS);
  };
  return (
    <li className="shop-item" onPointerEnter={changeByHover(true)} onPointerLeave={changeByHover(false)}>
      <NavLink to="/shop" className="nav-link">
        Shop
      </NavLink>
      <Controls>
        <button
          type="button"
          className="shop-item-button"
          aria-label="Categories"
          aria-expanded={props.open}
          aria-controls="shop-menu"
          onFocus={() => void loadShopMenu().catch(() => undefined)}
          // Under a mouse it is already open; leaving closes it.
          onClick={({ nativeEvent }) =>
            change((nativeEvent as globalThis.PointerEvent).pointerType === 'mouse' || !props.open)
          }
        >
          <Icon name="chevron" />
        </button>
      </Controls>
      {props.open && (
        <div id="shop-menu" className="shop-menu">
          <Deferred>
            <ShopMenu />
          </Deferred>
        </div>
      )}
      <ul className="menu-only menu-categories">
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className="nav-link">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </li>
  );
}

/**
 * The navigation bar of every page. Its phone menu and its categories close on navigation, on
 * Escape and on a press outside.
 */
export function NavBar() {
  const scrolled = useScrolled();
  const { key } = useLocation();
  const bar = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<{ readonly what: 'menu' | 'shop'; readonly at: string }>();
  // Open for one location only, so every route change closes it.
  const isOpen = (what: 'menu' | 'shop') => opened?.what === what && opened.at === key;
  const change = (what: 'menu' | 'shop') => (open: boolean) =>
    setOpened((current) => (open ? { what, at: key } : current?.what === what ? undefined : current));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpened(undefined);
    const onPointer = ({ target }: Event) => !bar.current?.contains(target as Node) && setOpened(undefined);
    addEventListener('keydown', onKey);
    addEventListener('pointerdown', onPointer);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', onPointer);
    };
  }, []);

  const menuOpen = isOpen('menu');
  return (
    <header className={classNames('header', scrolled && 'header-scrolled')} ref={bar}>
      <nav className="header-inner" aria-label="Main">
        <ShopLink to="/" className="logo" aria-label={`${SHOP_NAME}, home`}>
          <Wordmark />
        </ShopLink>
        <ul id="main-links" className={classNames('header-links', menuOpen && 'header-links-open')}>
          <li>
            <NavLink to="/" end className="nav-link">
              Home
            </NavLink>
          </li>
          <ShopItem open={isOpen('shop')} onChange={change('shop')} />
          <li>
            <NavLink to="/about" className="nav-link">
              About
            </NavLink>
          </li>
          <li>
            <NavLink to="/contact" className="nav-link">
              Contact
            </NavLink>
          </li>
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
              onClick={() => change('menu')(!menuOpen)}
            >
              <Icon name={menuOpen ? 'close' : 'menu'} />
            </IconButton>
          </div>
        </Controls>
      </nav>
    </header>
  );
}
