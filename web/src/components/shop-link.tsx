// Owns the link inside the shop: a router link that fetches its page's code and data once the pointer or the focus
// has rested on it for 100 ms, or at once on touch. What to fetch is told by PrefetchContext; the link knows no page.
import { type ComponentProps, createContext, use, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ROUTE_PREFETCH_DELAY_MS } from '../config/constants.ts';

/** Fetches what the page at a path needs. Provided by the app; does nothing outside it. */
export const PrefetchContext = createContext<(path: string) => void>(() => {});

type ShopLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'prefetch'> & { to: string };

export function ShopLink({ to, ...rest }: ShopLinkProps) {
  const prefetch = use(PrefetchContext);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => prefetch(to), ROUTE_PREFETCH_DELAY_MS);
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
      onTouchStart={() => prefetch(to)}
    />
  );
}
