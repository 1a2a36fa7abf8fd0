import { type ReactNode, Suspense, useDeferredValue } from 'react';

/**
 * Content that may suspend, and a fallback until it is ready. Unlike a boundary whose content
 * suspends at once, it is shown as soon as it is ready: React keeps a fallback of Suspense for at
 * least 300 ms, but does not throttle a deferred update.
 */
export function Deferred({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const isReady = useDeferredValue(true, false);
  return <Suspense fallback={fallback}>{isReady ? children : fallback}</Suspense>;
}
