import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../components/button.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { consentReset, selectConsent } from '../features/consent/consent-slice.ts';
import { usePageHead } from '../lib/page-head.ts';

const CHOICES = {
  unread: 'You have not chosen yet.',
  unknown: 'You have not chosen yet.',
  granted: 'You said yes: visits and carts are counted.',
  denied: 'You said no: nothing is counted.',
} as const;

/** The /privacy page, which also reopens the consent banner. */
export function Component() {
  const dispatch = useDispatch();
  const consent = useSelector(selectConsent);
  usePageHead({ title: 'Privacy', description: 'What the shop keeps about you, where and why.' });
  return (
    <ProsePage eyebrow="Legal" title="Privacy" lead="What we keep about you, where, and why.">
      <h2>In this browser</h2>
      <ul>
        <li>Your cart, what you saved for later and your wishlist, so that they survive a reload.</li>
        <li>
          The theme you chose, what you searched for and looked at last, and your answer about counting.
        </li>
        <li>While you are signed in, the token that proves it.</li>
      </ul>
      <p>Clearing this site's data in your browser removes all of it.</p>
      <h2>In your account</h2>
      <p>
        Your email address, name, photo if you set one, cart, wishlist, addresses and orders. Only you and the
        people who pack your order can read them. Passwords are kept by the identity service in a form nobody
        can read back.
      </p>
      <h2>Payments</h2>
      <p>Card details are typed on the payment provider's page and never reach us.</p>
      <h2>Counting</h2>
      <p>
        With your consent an advertising tag learns which pages you visit and what goes into and out of your
        cart. Before you say yes it is not even loaded. {CHOICES[consent]}
      </p>
      <p>
        <Button variant="secondary" onClick={() => dispatch(consentReset())}>
          Choose again
        </Button>
      </p>
      <h2>Your rights</h2>
      <p>
        Ask for a copy of your data or for its correction through the contact page. You can delete your
        account yourself under Account, Settings; orders we must keep for the tax office are then kept without
        your name.
      </p>
    </ProsePage>
  );
}
