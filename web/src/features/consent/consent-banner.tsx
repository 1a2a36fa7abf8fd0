import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { consentChosen, selectConsent } from './consent-slice.ts';
import './consent-banner.css';

/** Asks once for consent to conversion tracking; both buttons have equal weight. */
export function ConsentBanner() {
  const dispatch = useDispatch();
  const consent = useSelector(selectConsent);
  if (consent !== 'unknown') return null;
  return (
    <section className="consent" aria-label="Cookies">
      <p>
        May we measure visits and cart activity to see what works, in the shop and in ads? Nothing is measured
        until you agree. <ShopLink to="/privacy">Privacy</ShopLink>
      </p>
      <div className="row">
        <Button variant="secondary" onClick={() => dispatch(consentChosen('denied'))}>
          Decline
        </Button>
        <Button variant="secondary" onClick={() => dispatch(consentChosen('granted'))}>
          Accept
        </Button>
      </div>
    </section>
  );
}
