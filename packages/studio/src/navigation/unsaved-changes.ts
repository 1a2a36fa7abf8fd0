// Tracks which forms have unsaved changes. There is one registry for the whole page, so one
// confirmation covers all forms.
import { useEffect } from 'react';

const QUESTION = 'Your changes are not saved. Leave without them?';
const changed = new Set<symbol>();

/** Browsers show their own text. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Records whether a form has unsaved changes. While any form does, closing or reloading the page
 * asks for confirmation.
 */
export function setUnsaved(form: symbol, isUnsaved: boolean): void {
  if (isUnsaved) changed.add(form);
  else changed.delete(form);
  if (changed.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
}

/** Returns whether navigation is allowed; asks for confirmation if changes would be lost. */
export function confirmLeaving(): boolean {
  return changed.size === 0 || window.confirm(QUESTION);
}

/** Calls `setUnsaved` while the calling component is mounted. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    const form = Symbol('form');
    setUnsaved(form, isUnsaved);
    return () => setUnsaved(form, false);
  }, [isUnsaved]);
}
