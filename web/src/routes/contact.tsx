import { PageHead } from '../components/page-head.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { ContactForm } from '../features/contact/contact-form.tsx';

/** The /contact page. */
export function Component() {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead {...PAGE_HEADS.contact} />
      <header className="contact-head">
        <p className="eyebrow">Player two has entered</p>
        <h1 tabIndex={-1}>Contact</h1>
        <p className="muted">Support is awake 24 hours a day, 7 days a week.</p>
      </header>
      <div className="contact">
        <ContactForm />
        <section className="stack">
          <h2>Faster than waiting</h2>
          <p>
            Where is my order? Look it up under <ShopLink to="/account/orders">Orders</ShopLink>.
          </p>
          <p>
            Delivery prices and times are on the <ShopLink to="/shipping">shipping page</ShopLink>.
          </p>
          <p>
            More answers are in the <ShopLink to="/faq">FAQ</ShopLink>.
          </p>
        </section>
      </div>
    </main>
  );
}
