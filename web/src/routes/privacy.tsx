import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../components/button.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { consentReset, selectConsent } from '../features/consent/consent-slice.ts';

const CHOICES = {
  unread: 'You have not chosen yet.',
  unknown: 'You have not chosen yet.',
  granted: 'You agreed: visits and cart activity are measured.',
  denied: 'You declined: no visits are measured.',
} as const;

/** The /privacy page, which also reopens the consent banner. */
export function Component() {
  const dispatch = useDispatch();
  const consent = useSelector(selectConsent);
  return (
    <ProsePage eyebrow="Legal" title="Privacy" lead="What we keep about you, where and why.">
      <PageHead {...PAGE_HEADS.privacy} />
      <h2>In this browser</h2>
      <ul>
        <li>Your cart, what you saved for later and your wishlist, so that they survive a reload.</li>
        <li>
          The theme you chose, your recent searches, the products you viewed last, and your choice about
          measurement.
        </li>
        <li>While you are logged in, the token that proves it.</li>
      </ul>
      <p>Clearing this site's data in your browser removes all of it.</p>
      <h2>In your account</h2>
      <p>
        Your email address, name, photo if you set one, cart, wishlist, addresses and orders. Only you and the
        shop staff who need them can see them. Passwords are kept by the identity service in a form nobody can
        read back.
      </p>
      <h2>Payments</h2>
      <p>Card details are typed on the payment provider's page and never reach us.</p>
      <h2>Measurement</h2>
      <p>
        With your consent, an advertising tag records which pages you visit and what you add to and remove
        from your cart. It is not loaded until you agree. The shop itself then counts how many visits reach a
        product, the cart and the checkout, and which searches find nothing to buy, such as “blue cap”,
        without recording who visited. {CHOICES[consent]}
      </p>
      <p>
        <Button variant="secondary" onClick={() => dispatch(consentReset())}>
          Change your choice
        </Button>
      </p>
      <h2>Your rights</h2>
      <p>
        Ask for a copy of your data or for its correction through the contact page. You can delete your
        account yourself in its settings; orders we must keep for the tax office are then kept without your
        name.
      </p>
    </ProsePage>
  );
}
