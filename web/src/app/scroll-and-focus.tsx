// Owns what happens to scroll and focus between pages: going forward starts at the top with the focus on the heading,
// Back returns to where one was. Changes of the query alone (filters) leave both as they are.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const placesByKey = new Map<string, number>();
/** Pages grow while their data comes; Back is retried this long until the page is tall enough. */
const RESTORE_PATIENCE_MS = 2000;

function restore(top: number): () => void {
  const started = performance.now();
  let frame = 0;
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) > 2 && performance.now() - started < RESTORE_PATIENCE_MS) {
      frame = requestAnimationFrame(attempt);
    }
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

/** Focuses the page's heading once it is there; the page may still be loading. */
function focusHeading(): () => void {
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

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => placesByKey.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    const first = isFirst.current;
    const samePage = lastPath.current === pathname;
    isFirst.current = false;
    lastPath.current = pathname;
    if (first || hash) return;
    if (navigation === 'POP') return restore(placesByKey.get(key) ?? 0);
    if (samePage) return;
    scrollTo({ top: 0, behavior: 'instant' });
    return focusHeading();
  }, [key, pathname, hash, navigation]);

  return null;
}
