import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A modal dialog: the native <dialog>, which traps focus, closes on Escape and restores focus. A
 * click on the backdrop closes it. The element with `data-autofocus` gets the initial focus.
 */
export function Dialog({ open, title, onClose, className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (open && !dialog?.open) {
      dialog?.showModal();
      dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape itself; the click is on the backdrop
    <dialog
      ref={element}
      className={classNames('dialog', className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Nested file inputs fire it, too. `close` comes later, when the dialog may have been
        // opened again.
        if (event.target === element.current) onClose();
      }}
      onClose={() => !element.current?.open && onClose()}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {open && (
        <>
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            <IconButton label="Close" onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </div>
          <div className="dialog-body">{children}</div>
        </>
      )}
    </dialog>
  );
}
