import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from './controls.tsx';

interface DialogInHistory {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Stores the open state of a dialog in an entry of the browser's history, so that Back closes it
 * instead of leaving the page. `name` is unique on its page.
 */
export function useDialogInHistory(name: string): DialogInHistory {
  const navigate = useNavigate();
  const location = useLocation();
  // The server has no history, so it rendered the dialog closed.
  const isOpen = useHydrated() && location.state?.dialog === name;
  const closedKey = useRef<string>(undefined);
  return {
    isOpen,
    open: () => navigate(location, { state: { ...location.state, dialog: name }, preventScrollReset: true }),
    close: () => {
      // Leaving the entry is asynchronous: a second request would leave the page.
      if (!isOpen || closedKey.current === location.key) return;
      closedKey.current = location.key;
      navigate(-1);
    },
  };
}
