import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Called when the form is submitted. Without it, the dialog has only a close button. */
  readonly onSubmit?: () => void;
  readonly submitLabel?: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog. The browser traps the focus, closes it on Escape and returns the focus. */
export function Dialog(props: DialogProps) {
  const {
    title,
    onClose,
    onSubmit,
    submitLabel = 'Save',
    isDangerous = false,
    isBusy = false,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closes the dialog before it is removed from the document, because a removed element does not
  // return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onCancel={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {onSubmit === undefined ? 'Close' : 'Cancel'}
          </button>
          {onSubmit === undefined ? null : (
            <button
              type="submit"
              className={isDangerous ? 'button button-danger' : 'button button-primary'}
              disabled={isBusy}
            >
              {submitLabel}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
