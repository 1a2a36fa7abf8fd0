import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

function findHeading(): HTMLElement | undefined {
  const headings = document.querySelectorAll<HTMLElement>('main h1[tabindex]');
  return [...headings].find((heading) => heading.checkVisibility());
}

/**
 * Focuses the heading of a new page once it is rendered, so that screen readers announce it. Not
 * after Back and Forward, nor when only the query has changed. Renders nothing.
 */
export function FocusHeading() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const lastPath = useRef(pathname);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (navigation === 'POP') return;
    const focus = () => {
      const heading = findHeading();
      heading?.focus({ preventScroll: true });
      return heading !== undefined;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname, navigation]);

  return null;
}
