import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from './controls.tsx';

interface DialogInHistory {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Whether a dialog is open, as an entry of the browser's history: Back closes it instead of leaving
 * the page. `name` is unique on its page.
 */
export function useDialogInHistory(name: string): DialogInHistory {
  const navigate = useNavigate();
  const location = useLocation();
  // The server, which has no history, rendered it closed.
  const isOpen = useHydrated() && location.state?.dialog === name;
  const closedKey = useRef<string>(undefined);
  return {
    isOpen,
    open: () => navigate(location, { state: { ...location.state, dialog: name }, preventScrollReset: true }),
    close: () => {
      // The entry is left later than asked: a second request would leave the page.
      if (!isOpen || closedKey.current === location.key) return;
      closedKey.current = location.key;
      navigate(-1);
    },
  };
}
