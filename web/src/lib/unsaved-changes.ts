// Which forms hold changes that leaving would lose. One registry for the whole document, because
// the browser's question and the router's (components/form.tsx) must be asked once however many
// forms have changes.

const changed = new Set<symbol>();
const listeners = new Set<() => void>();

/** Browsers ask the shopper in words of their own. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Says whether a form holds changes that are not saved. While any form does, closing or reloading
 * the page asks first. The listener exists only then: a page that has one is not kept in the
 * back/forward cache by every browser.
 */
export function setUnsaved(form: symbol, isUnsaved: boolean): void {
  if (changed.has(form) === isUnsaved) return;
  if (isUnsaved) changed.add(form);
  else changed.delete(form);
  if (changed.size > 0) addEventListener('beforeunload', preventUnload);
  else removeEventListener('beforeunload', preventUnload);
  for (const listener of listeners) listener();
}

/** The form that changed first of those with unsaved changes: it alone asks before a navigation. */
export function firstUnsaved(): symbol | undefined {
  return changed.values().next().value;
}

/**
 * Calls `listener` whenever `firstUnsaved()` may have changed. The returned function unsubscribes.
 */
export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
