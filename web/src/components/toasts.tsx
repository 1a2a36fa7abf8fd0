// Two live regions stand in the page from the start, because a region
// that arrives together with its text is not read out.
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { classNames } from '../lib/class-names.ts';
import { selectToasts, type ToastMessage, toastDismissed } from '../lib/toast-slice.ts';

const SHOWN_MS = 6000;
/** Messages with a button stay longer: there is something to decide. */
const SHOWN_WITH_BUTTON_MS = 12_000;

function Toast({ message }: { message: ToastMessage }) {
  const dispatch = useDispatch();
  const { id, text, tone, button, screenReaderOnly } = message;
  useEffect(() => {
    const timer = setTimeout(() => dispatch(toastDismissed(id)), button ? SHOWN_WITH_BUTTON_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [dispatch, id, button]);
  if (screenReaderOnly) return <p className="visually-hidden">{text}</p>;
  return (
    <div className={classNames('toast', tone === 'error' && 'toast-error')}>
      <p>{text}</p>
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
