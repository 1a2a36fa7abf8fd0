import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type Announcement, announcementDismissed, selectAnnouncements } from '../lib/announcer-slice.ts';
import { classNames } from '../lib/class-names.ts';

const TOAST_MS = 6000;
/** Toasts with an action stay longer, to leave time for a decision. */
const TOAST_WITH_ACTION_MS = 12_000;

function Toast({ announcement }: { announcement: Announcement }) {
  const dispatch = useDispatch();
  const { id, text, tone, offer, quiet } = announcement;
  useEffect(() => {
    const timer = setTimeout(
      () => dispatch(announcementDismissed(id)),
      offer ? TOAST_WITH_ACTION_MS : TOAST_MS,
    );
    return () => clearTimeout(timer);
  }, [dispatch, id, offer]);
  if (quiet) return <p className="visually-hidden">{text}</p>;
  return (
    <div className={classNames('toast', tone === 'error' && 'toast-error')}>
      <p>{text}</p>
      {offer && (
        <button
          type="button"
          className="button"
          onClick={() => {
            dispatch(announcementDismissed(id));
            dispatch(offer.action);
          }}
        >
          {offer.label}
        </button>
      )}
    </div>
  );
}

/**
 * Shows toasts and announces them to screen readers. Both live regions are in the page from the start: a region
 * that is inserted together with its text is not announced.
 */
export function Toasts() {
  const announcements = useSelector(selectAnnouncements);
  const show = (tone: Announcement['tone']) =>
    announcements
      .filter((announcement) => announcement.tone === tone)
      .map((announcement) => <Toast key={announcement.id} announcement={announcement} />);
  return (
    <div className="toasts">
      <div role="status">{show('info')}</div>
      <div role="alert">{show('error')}</div>
    </div>
  );
}
