import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../components/button.tsx';
import { PageHead } from '../components/page-head.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { consentReset, selectConsent } from '../features/consent/consent-slice.ts';
import { WrittenPage } from '../features/content/text-page.tsx';

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
    <WrittenPage
      name="privacy"
      eyebrow="Legal"
      after={
        <>
          <h2>Measurement</h2>
          <p>
            With your consent, an advertising tag records which pages you visit and what you add to and remove
            from your cart. It is not loaded until you agree. The shop itself then counts how many visits
            reach a product, the cart and the checkout, and which searches find nothing to buy, such as “blue
            cap”, without recording who visited. {CHOICES[consent]}
          </p>
          <p>
            <Button variant="secondary" onClick={() => dispatch(consentReset())}>
              Change your choice
            </Button>
          </p>
        </>
      }
    >
      <PageHead {...PAGE_HEADS.privacy} />
    </WrittenPage>
  );
}
