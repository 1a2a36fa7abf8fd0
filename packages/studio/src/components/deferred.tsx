import { type ReactNode, Suspense, useDeferredValue } from 'react';

/**
 * Content that may suspend, with a fallback until it is ready. Unlike content that suspends
 * directly inside Suspense, it is shown as soon as it is ready: React keeps a Suspense fallback for
 * at least 300 ms, but does not throttle a deferred update.
 */
export function Deferred({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const isReady = useDeferredValue(true, false);
  return <Suspense fallback={fallback}>{isReady ? children : fallback}</Suspense>;
}
