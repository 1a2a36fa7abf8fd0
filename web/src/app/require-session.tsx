import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { selectSession } from '../session/session-slice.ts';

/**
 * Guards a page that needs a signed-in shopper: a loading indicator while the auth state loads; when signed out, a redirect
 * to /login whose location state carries the path to return to in `from`.
 */
export function RequireSession({ name, children }: { name: string; children: ReactNode }) {
  const session = useSelector(selectSession);
  const location = useLocation();
  if (session.status === 'loading') return <LoadingPage name={name} />;
  if (session.status === 'signed-out') {
    return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  }
  return children;
}
