import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Icon } from '../components/icon.tsx';
import { selectToasts, type Toast, toastAdded, toastDismissed } from '../toasts/toasts-slice.ts';
import { useUndoMutation } from '../toasts/undo-endpoints.ts';

const VISIBLE_MS = 6000;
/** A message with an undo button stays long enough to notice a mistake. */
const VISIBLE_WITH_UNDO_MS = 20_000;

/** The messages at the edge of the page. */
export function Toasts() {
  const toasts = useSelector(selectToasts);
  return (
    <section className="toasts" aria-live="polite" aria-label="Messages">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const dispatch = useDispatch();
  const [sendUndo] = useUndoMutation();
  const { id, undo, isError } = toast;
  useEffect(() => {
    if (isError) return;
    const timer = setTimeout(
      () => dispatch(toastDismissed(id)),
      undo === undefined ? VISIBLE_MS : VISIBLE_WITH_UNDO_MS,
    );
    return () => clearTimeout(timer);
  }, [dispatch, id, undo, isError]);
  const takeBack = async () => {
    if (undo === undefined) return;
    dispatch(toastDismissed(id));
    const { error } = await sendUndo(undo);
    const message = error === undefined ? 'Undone.' : `Not undone: ${(error as { message: string }).message}`;
    dispatch(toastAdded({ message, isError: error !== undefined }));
  };
  return (
    <div className={isError ? 'toast toast-error' : 'toast'}>
      <p>{toast.message}</p>
      {undo === undefined ? null : (
        <button type="button" className="button" onClick={takeBack}>
          Undo
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label="Dismiss"
        onClick={() => dispatch(toastDismissed(id))}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
