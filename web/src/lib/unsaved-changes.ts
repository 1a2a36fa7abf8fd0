// Forms with unsaved changes. One registry for the whole document, because the browser's and the
// router's confirmation (components/form.tsx) must be shown once, however many forms have changes.

const changed = new Set<symbol>();
const listeners = new Set<() => void>();

/** Browsers show their own text. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Registers whether a form has unsaved changes. While any form does, closing or reloading the page
 * asks first. The listener exists only then: some browsers do not keep a page with one in the
 * back/forward cache.
 */
export function setUnsaved(form: symbol, isUnsaved: boolean): void {
  if (changed.has(form) === isUnsaved) return;
  if (isUnsaved) changed.add(form);
  else changed.delete(form);
  if (changed.size > 0) addEventListener('beforeunload', preventUnload);
  else removeEventListener('beforeunload', preventUnload);
  for (const listener of listeners) listener();
}

/** The form that changed first of those with unsaved changes: only it asks before a navigation. */
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
