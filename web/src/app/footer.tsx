import { useSelector } from 'react-redux';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { Controls } from '../components/controls.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { SHOP_NAME } from '../config/constants.ts';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { Promises } from '../features/content/promises.tsx';
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx';
import { ThemeSelect } from '../features/theme/theme-select.tsx';
import { selectUser } from '../session/session-slice.ts';

const GUEST_PATHS: readonly string[] = ['/login', '/register'];

/** The limit in the footer; the home page shows all. */
const PROMISES_MAX = 2;
/** The column of links that ends with the logout button. */
const ACCOUNT_PATH = '/account/settings';

function scrollToTop(): void {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/**
 * The footer of every page, with the links that an owner has chosen; guest links only while signed
 * out.
 */
export function Footer() {
  const isGuest = useSelector(selectUser) === undefined;
  const { content, store } = useShopSettings().settings;
  const { columns, tagline } = content.footer;
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div className="footer-brand">
          <p className="logo">
            <Wordmark />
          </p>
          <p>{tagline}</p>
          <Promises className="footer-value-props" max={PROMISES_MAX} />
          <Controls>
            <NewsletterForm />
          </Controls>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={`${column.title} links`} className="footer-column">
            <h2>{column.title}</h2>
            <ul className="footer-links">
              {column.links
                .filter(({ to }) => isGuest || !GUEST_PATHS.includes(to))
                .map(({ to, label }) => (
                  <li key={`${label} ${to}`}>
                    <ShopLink to={to}>{label}</ShopLink>
                  </li>
                ))}
              {column.links.some(({ to }) => to === ACCOUNT_PATH) && !isGuest && (
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
          {store.social.map(({ name, url }) => (
            <li key={url}>
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
