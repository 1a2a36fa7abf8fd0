// Which forms hold changes that leaving would lose. One registry for the whole page, so that one
// question is asked however many forms have changes.
import { useEffect } from 'react';

const QUESTION = 'Your changes are not saved. Leave without them?';
const changed = new Set<symbol>();

/** Browsers ask in words of their own. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Says whether a form holds changes that are not saved. While any form does, closing or reloading
 * the page asks first.
 */
export function setUnsaved(form: symbol, isUnsaved: boolean): void {
  if (isUnsaved) changed.add(form);
  else changed.delete(form);
  if (changed.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
}

/** Whether another page may be opened: asks when that would lose changes. */
export function confirmLeaving(): boolean {
  return changed.size === 0 || window.confirm(QUESTION);
}

/** `setUnsaved` for as long as the calling component is in the page. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    const form = Symbol('form');
    setUnsaved(form, isUnsaved);
    return () => setUnsaved(form, false);
  }, [isUnsaved]);
}
