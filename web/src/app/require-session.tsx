// Owns the guard of pages that need sign-in: while the auth state loads, a loading indicator; signed out, the login
// page, which is told where to return to.
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { selectSession } from '../session/session-slice.ts';

/** `state.from` of the login address holds the path the shopper asked for. */
export function RequireSession({ name, children }: { name: string; children: ReactNode }) {
  const session = useSelector(selectSession);
  const location = useLocation();
  if (session.status === 'loading') return <LoadingPage name={name} />;
  if (session.status === 'signed-out') {
    return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  }
  return children;
}
