import { useSelector } from 'react-redux';
import { Controls } from '../components/controls.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { SHOP_NAME, SHOP_TAGLINE } from '../config/constants.ts';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx';
import { ThemeSelect } from '../features/theme/theme-select.tsx';
import { selectUser } from '../session/session-slice.ts';
import { SHOP_LINKS } from './shop-links.ts';

const COLUMNS = [
  {
    title: 'Shop',
    links: SHOP_LINKS,
  },
  {
    title: 'Account',
    links: [
      ['/login', 'Login'],
      ['/register', 'Register'],
      ['/account/orders', 'Orders'],
      ['/account/wishlist', 'Wishlist'],
      ['/account/settings', 'Settings'],
    ],
  },
  {
    title: 'Information',
    links: [
      ['/about', 'About'],
      ['/contact', 'Contact'],
      ['/faq', 'FAQ'],
      ['/shipping', 'Shipping'],
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
    ],
  },
] as const;

const GUEST_PATHS: readonly string[] = ['/login', '/register'];

/** The accounts of the shop; until a build names one, the network itself. */
const SOCIAL = [
  [import.meta.env.VITE_INSTAGRAM_URL || 'https://www.instagram.com/', 'Instagram'],
  [import.meta.env.VITE_TWITCH_URL || 'https://www.twitch.tv/', 'Twitch'],
  [import.meta.env.VITE_DISCORD_URL || 'https://discord.com/', 'Discord'],
  [import.meta.env.VITE_YOUTUBE_URL || 'https://www.youtube.com/', 'YouTube'],
] as const;

function scrollToTop(): void {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/**
 * The footer of every page, with the links that the specification lists; those for guests while
 * signed out only.
 */
export function Footer() {
  const isGuest = useSelector(selectUser) === undefined;
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div className="footer-brand">
          <p className="logo">
            <Wordmark />
          </p>
          <p>{SHOP_TAGLINE}</p>
          <ul className="footer-value-props">
            <li>
              <Icon name="truck" /> Free shipping on orders over $50 in the US
            </li>
            <li>
              <Icon name="mail" /> 24/7 support
            </li>
          </ul>
          <Controls>
            <NewsletterForm />
          </Controls>
        </div>
        {COLUMNS.map((column) => (
          <nav key={column.title} aria-label={`${column.title} links`} className="footer-column">
            <h2>{column.title}</h2>
            <ul className="footer-links">
              {column.links
                .filter(([path]) => isGuest || !GUEST_PATHS.includes(path))
                .map(([path, label]) => (
                  <li key={path}>
                    <ShopLink to={path}>{label}</ShopLink>
                  </li>
                ))}
              {column.title === 'Account' && !isGuest && (
                <li>
                  <LogoutButton />
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
      <div className="footer-end">
        <p>
          © {new Date().getFullYear()} {SHOP_NAME}
        </p>
        <ul className="footer-social" aria-label="Social links">
          {SOCIAL.map(([url, name]) => (
            <li key={name}>
              <a href={url} rel="noopener noreferrer" target="_blank">
                {name}
                <span className="visually-hidden"> (opens a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
        <Controls>
          <ThemeSelect />
        </Controls>
        <Controls>
          <button type="button" className="button button-secondary" onClick={scrollToTop}>
            <Icon name="up" /> Scroll to top
          </button>
        </Controls>
      </div>
    </footer>
  );
}
