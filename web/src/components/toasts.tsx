import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { classNames } from '../lib/class-names.ts';
import { selectToasts, type ToastMessage, toastDismissed } from '../lib/toast-slice.ts';
import { ShopLink } from './shop-link.tsx';

const TOAST_MS = 6000;
/** Toasts with an action stay longer, to leave time for a decision. */
const TOAST_WITH_ACTION_MS = 12_000;

function Toast({ message }: { message: ToastMessage }) {
  const dispatch = useDispatch();
  const { id, text, tone, button, link, screenReaderOnly } = message;
  const hasAction = button !== undefined || link !== undefined;
  useEffect(() => {
    const timer = setTimeout(() => dispatch(toastDismissed(id)), hasAction ? TOAST_WITH_ACTION_MS : TOAST_MS);
    return () => clearTimeout(timer);
  }, [dispatch, id, hasAction]);
  if (screenReaderOnly) return <p className="visually-hidden">{text}</p>;
  return (
    <div className={classNames('toast', tone === 'error' && 'toast-error')}>
      <p>{text}</p>
      {link && (
        <ShopLink to={link.to} className="button" onClick={() => dispatch(toastDismissed(id))}>
          {link.label}
        </ShopLink>
      )}
      {button && (
        <button
          type="button"
          className="button"
          onClick={() => {
            dispatch(toastDismissed(id));
            dispatch(button.action);
          }}
        >
          {button.label}
        </button>
      )}
    </div>
  );
}

/**
 * Shows toasts and announces them to screen readers. Both live regions are in the page from the
 * start: a region that is inserted together with its text is not announced.
 */
export function Toasts() {
  const messages = useSelector(selectToasts);
  const show = (tone: ToastMessage['tone']) =>
    messages
      .filter((message) => message.tone === tone)
      .map((message) => <Toast key={message.id} message={message} />);
  return (
    <div className="toasts">
      <div role="status">{show('info')}</div>
      <div role="alert">{show('error')}</div>
    </div>
  );
}
