import { ShopLink } from '../components/shop-link.tsx';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { usePageHead } from '../lib/page-head.ts';

/** The /contact page. */
export function Component() {
  usePageHead({ title: 'Contact', description: 'Ask us anything, 24 hours a day, 7 days a week.' });
  return (
    <main className="page" id="main" tabIndex={-1}>
      <header className="listing-head">
        <p className="eyebrow">Player two has entered</p>
        <h1 tabIndex={-1}>Contact</h1>
        <p className="muted">Support is awake 24 hours a day, 7 days a week.</p>
      </header>
      <div className="contact">
        <ContactForm />
        <section className="stack">
          <h2>Faster than waiting</h2>
          <p>
            Where is my order? Its page under <ShopLink to="/account/orders">Orders</ShopLink> knows.
          </p>
          <p>
            Prices and times of delivery are on the <ShopLink to="/shipping">shipping page</ShopLink>.
          </p>
          <p>
            The rest is probably in the <ShopLink to="/faq">FAQ</ShopLink>.
          </p>
        </section>
      </div>
    </main>
  );
}
