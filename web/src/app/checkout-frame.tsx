import { Controls } from '../components/controls.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { SHOP_NAME } from '../config/constants.ts';
import { ConsentBanner } from '../features/consent/consent-banner.tsx';
import { CurrentPage } from './current-page.tsx';
import { GuestItems } from './guest-items.tsx';

const LINKS = [
  ['/shipping', 'Shipping and returns'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/contact', 'Contact'],
] as const;

/** The frame of the checkout: a way back, and no other links. */
export function CheckoutFrame() {
  return (
    <>
      <header className="checkout-bar">
        <ShopLink to="/" className="logo" aria-label={`${SHOP_NAME}, home`}>
          <Wordmark />
        </ShopLink>
        <p className="checkout-secure">
          <Icon name="lock" /> Secure checkout
        </p>
        <ShopLink to="/cart" className="checkout-back">
          Back to cart
        </ShopLink>
      </header>
      <Controls>
        <GuestItems />
        <CurrentPage />
      </Controls>
      <footer className="checkout-footer">
        {LINKS.map(([path, label]) => (
          <ShopLink key={path} to={path}>
            {label}
          </ShopLink>
        ))}
      </footer>
      <ConsentBanner />
    </>
  );
}
