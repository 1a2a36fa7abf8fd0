// Owns what happens to scroll and focus between pages: going forward starts at the top with the focus on the heading,
// Back and a reload return to where one was. Changes of the query alone (filters) leave both as they are.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORED_KEY = 'savepoint:places';
/** How far down each page was left, by its entry in the history and its path; kept for this tab. */
const scrollPositions = new Map<string, number>(readScrollPositions());
/** Pages grow while their data comes; Back is retried this long until the page is tall enough. */
const RESTORE_TIMEOUT_MS = 2000;

function readScrollPositions(): [string, number][] {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(STORED_KEY) ?? '{}'));
  } catch {
    // Forbidden, tampered with, or on the server: pages begin at their top.
    return [];
  }
}

/** The browser scrolls what comes whole and at once; what the app makes first is scrolled by `restore`. */
function saveScrollPositions(): void {
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(STORED_KEY, JSON.stringify(Object.fromEntries(scrollPositions)));
  } catch {
    // Then only the browser remembers.
  }
}

/** Whether this document was opened by a reload, or by Back or Forward. */
function isReloadOrTraversal(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening !== undefined && opening.type !== 'navigate';
}

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
  // What comes above what is seen meanwhile would move it: the place counts, not what stood there while the page was empty.
  style.overflowAnchor = 'none';
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS);
  attempt();
  return stop;
}

/** Focuses the page's heading once it is there; the page may still be loading. */
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

export function ScrollAndFocus() {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const isFirst = useRef(true);
  const lastPath = useRef(pathname);
  const place = key + pathname;

  useEffect(() => {
    const stay = () => {
      history.scrollRestoration = 'manual';
    };
    const remember = () => scrollPositions.set(place, scrollY);
    const leave = () => {
      remember();
      saveScrollPositions();
    };
    stay();
    addEventListener('pageshow', stay);
    addEventListener('pagehide', leave);
    addEventListener('scroll', remember, { passive: true });
    return () => {
      removeEventListener('pageshow', stay);
      removeEventListener('pagehide', leave);
      removeEventListener('scroll', remember);
    };
  }, [place]);

  useLayoutEffect(() => {
    const first = isFirst.current;
    const samePage = lastPath.current === pathname;
    isFirst.current = false;
    lastPath.current = pathname;
    const top = scrollPositions.get(place) ?? 0;
    if (first && top > 0 && scrollY === 0 && isReloadOrTraversal()) return restoreScroll(top);
    if (first || hash) return;
    if (navigation === 'POP') return restoreScroll(top);
    if (samePage) return;
    scrollTo({ top: 0, behavior: 'instant' });
    return focusHeadingWhenRendered();
  }, [place, pathname, hash, navigation]);

  return null;
}
