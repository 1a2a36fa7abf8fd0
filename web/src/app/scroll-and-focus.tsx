import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'savepoint:scroll-positions';
/** Scroll offset in pixels at which each page was left, by history entry and path. Stored for this tab. */
const scrollPositions = new Map<string, number>(readScrollPositions());
/** A page grows while its data loads: restoring is retried until it is tall enough, or this time has passed. */
const RESTORE_TIMEOUT_MS = 2000;

function readScrollPositions(): [string, number][] {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    // Refused, malformed, or on the server: pages start at the top.
    return [];
  }
}

/** Stores the positions when the document is left, and lets the browser restore what it can: a server-rendered page. */
function saveScrollPositions(): void {
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(scrollPositions)));
  } catch {
    // Only the browser's own restoration is left.
  }
}

/** Forgets where pages were left. */
export function forgetScrollPositions(): void {
  scrollPositions.clear();
}

/** Whether this document was loaded by a reload, or by Back or Forward. */
function isReloadOrTraversal(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation !== undefined && navigation.type !== 'navigate';
}

/** Scrolls to `top`, now and while the page grows. The returned function stops it. */
function restoreScroll(top: number): () => void {
  const started = performance.now();
  const { style } = document.documentElement;
  let frame = 0;
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) > 2 && performance.now() - started < RESTORE_TIMEOUT_MS) {
      frame = requestAnimationFrame(attempt);
    }
  };
  const stop = () => {
    style.overflowAnchor = '';
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  // Scroll anchoring would follow content that is pushed down while the page loads.
  style.overflowAnchor = 'none';
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS);
  attempt();
  return stop;
}

/** Focuses the page's heading, once it is rendered. The returned function stops waiting for it. */
function focusHeadingWhenRendered(): () => void {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>('main h1[tabindex]')].find((heading) =>
      heading.checkVisibility(),
    ) ?? null;
  const focus = (heading: HTMLElement) => heading.focus({ preventScroll: true });
  const now = find();
  if (now !== null) {
    focus(now);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const heading = find();
    if (heading === null) return;
    observer.disconnect();
    focus(heading);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Manages scroll and focus on navigation. A new page starts at the top with the focus on its heading; Back, Forward and a
 * reload restore the scroll position. A change of the query alone (filters) leaves both. Renders nothing.
 */
export function ScrollAndFocus() {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const isFirst = useRef(true);
  const lastPath = useRef(pathname);
  const page = key + pathname;

  useEffect(() => {
    const restoreManually = () => {
      history.scrollRestoration = 'manual';
    };
    const savePosition = () => scrollPositions.set(page, scrollY);
    const onPageHide = () => {
      savePosition();
      saveScrollPositions();
    };
    restoreManually();
    addEventListener('pageshow', restoreManually);
    addEventListener('pagehide', onPageHide);
    addEventListener('scroll', savePosition, { passive: true });
    return () => {
      removeEventListener('pageshow', restoreManually);
      removeEventListener('pagehide', onPageHide);
      removeEventListener('scroll', savePosition);
    };
  }, [page]);

  useLayoutEffect(() => {
    const first = isFirst.current;
    const samePage = lastPath.current === pathname;
    isFirst.current = false;
    lastPath.current = pathname;
    const top = scrollPositions.get(page) ?? 0;
    if (first && top > 0 && scrollY === 0 && isReloadOrTraversal()) return restoreScroll(top);
    if (first || hash) return;
    if (navigation === 'POP') return restoreScroll(top);
    if (samePage) return;
    scrollTo({ top: 0, behavior: 'instant' });
    return focusHeadingWhenRendered();
  }, [page, pathname, hash, navigation]);

  return null;
}
