import { type ComponentProps, createContext, use, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ROUTE_PREFETCH_DELAY_MS } from '../config/constants.ts';

/**
 * Prefetches code and data of the page at a path. The app provides it; the default does nothing.
 */
export const PrefetchContext = createContext<(path: string) => void>(() => {});

type ShopLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'prefetch'> & { to: string };

/**
 * A router link that prefetches its page once pointer or focus has rested on it for
 * ROUTE_PREFETCH_DELAY_MS, and at once on touch. A URL of another site is an ordinary link.
 */
export function ShopLink({ to, ...rest }: ShopLinkProps) {
  const prefetch = use(PrefetchContext);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const prefetchPage = () => {
    if (!/^https?:/.test(to)) prefetch(to);
  };
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(prefetchPage, ROUTE_PREFETCH_DELAY_MS);
  };
  const stop = () => clearTimeout(timer.current);
  return (
    <Link
      {...rest}
      to={to}
      onMouseEnter={start}
      onMouseLeave={stop}
      onFocus={start}
      onBlur={stop}
      onTouchStart={prefetchPage}
    />
  );
}
