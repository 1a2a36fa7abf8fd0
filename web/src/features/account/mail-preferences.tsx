import type { MailPreferences as MailPreferencesResponse } from '@savepoint/model/callables';
import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { Button } from '../../components/button.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { productPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import {
  useCancelStockAlertMutation,
  useMailPreferencesQuery,
  useRequestEmailVerificationMutation,
  useSaveMailPreferencesMutation,
} from './mail-preferences-endpoints.ts';

const NOT_SAVED = 'We could not save that. Please try again in a moment.';
const NOT_SENT = 'We could not send the link. Please try again in a moment.';

/** The shopper's emails besides those about orders. Asks to verify the address first. */
export function MailPreferences({ email }: { email: string }) {
  // Meanwhile verified or unsubscribed by a link, perhaps on another device.
  const { currentData, isError, refetch } = useMailPreferencesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  if (currentData === undefined)
    return isError ? (
      <p role="alert">
        We could not load your email preferences.{' '}
        <Button variant="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton height="4rem" />
    );
  return (
    <>
      <p className="muted">You will always get emails about your orders and your account.</p>
      {currentData.isVerified ? (
        <>
          <MailChoice
            name="newsletter"
            label="Newsletter"
            hint="New drops, a few times a year."
            isOn={currentData.newsletter}
            onSaved={() => void refetch()}
          />
          <MailChoice
            name="reminders"
            label="Reminders"
            hint="One email when you leave something in your cart, and one that asks for a review of what you got."
            isOn={currentData.reminders}
            onSaved={() => void refetch()}
          />
        </>
      ) : (
        <VerificationNotice email={email} />
      )}
      <StockAlerts alerts={currentData.stockAlerts} onRemoved={() => void refetch()} />
    </>
  );
}

function StockAlerts(props: { alerts: MailPreferencesResponse['stockAlerts']; onRemoved: () => void }) {
  const dispatch = useDispatch();
  const [cancel, { isLoading }] = useCancelStockAlertMutation();
  if (props.alerts.length === 0) return null;
  const remove = async (alertId: string) => {
    const failure = toCallableFailure((await cancel({ alertId })).error, NOT_SAVED);
    if (failure === undefined) props.onRemoved();
    else dispatch(toastShown({ text: failure.message, tone: 'error' }));
  };
  return (
    <>
      <h3 id="stock-alerts">Back-in-stock alerts</h3>
      <ul className="stack" aria-labelledby="stock-alerts">
        {props.alerts.map(({ alertId, productId, productName, size }) => (
          <li key={alertId} className="row">
            <ShopLink to={productPath(productId)}>{productName}</ShopLink>
            {size !== undefined && <span className="muted">Size {size}</span>}
            <Button
              variant="quiet"
              busy={isLoading}
              aria-label={`Remove the alert for ${productName}${size === undefined ? '' : ` in size ${size}`}`}
              onClick={() => void remove(alertId)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function MailChoice(props: {
  name: 'newsletter' | 'reminders';
  label: string;
  hint: string;
  isOn: boolean;
  onSaved: () => void;
}) {
  const hintId = useId();
  const dispatch = useDispatch();
  const [save, { isLoading }] = useSaveMailPreferencesMutation();
  const [chosen, setChosen] = useState<boolean>();
  const choose = async (isOn: boolean) => {
    if (isLoading) return;
    setChosen(isOn);
    const failure = toCallableFailure((await save({ [props.name]: isOn })).error, NOT_SAVED);
    if (failure === undefined) {
      dispatch(toastShown({ text: 'Your email preferences are saved.' }));
      props.onSaved();
      return;
    }
    setChosen(undefined);
    dispatch(toastShown({ text: failure.message, tone: 'error' }));
  };
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isLoading && chosen !== undefined ? chosen : props.isOn}
        aria-describedby={hintId}
        onChange={(event) => void choose(event.target.checked)}
      />
      {props.label}
      <span className="muted" id={hintId}>
        {props.hint}
      </span>
    </label>
  );
}

function VerificationNotice({ email }: { email: string }) {
  const [request, { isLoading, isSuccess, error }] = useRequestEmailVerificationMutation();
  return (
    <div className="notice notice-warning stack">
      <p>
        <strong>Your email address is not confirmed yet.</strong> Follow the link in our email to{' '}
        <EmailText>{email}</EmailText>. Then you can choose what else we send you.
      </p>
      <p role="status">
        {isSuccess && `A new link is on its way to ${email}.`}
        {error !== undefined && toCallableFailure(error, NOT_SENT)?.message}
      </p>
      <div>
        <Button variant="secondary" busy={isLoading} onClick={() => void request()}>
          Send the link again
        </Button>
      </div>
    </div>
  );
}
