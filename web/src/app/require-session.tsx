import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { selectSession } from '../session/session-slice.ts';
import { matchPage } from './pages.ts';

/**
 * Guards pages that need a signed-in shopper: shows a loading indicator while the auth state loads;
 * while signed out, redirects to /login with the return path in `from` of the location state. It
 * omits `from` after a session that ended on this page: the next user may be somebody else and must
 * not be led to the previous one's order.
 */
export function RequireSession() {
  const session = useSelector(selectSession);
  const location = useLocation();
  const leftAt = useOutletContext<string | undefined>();
  const [wasSignedIn, setWasSignedIn] = useState(session.status === 'signed-in' || leftAt === location.key);
  if (session.status === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  if (session.status === 'loading') return <LoadingPage name={matchPage(location.pathname).page.name} />;
  if (session.status === 'signed-out') {
    const state = wasSignedIn ? null : { from: location.pathname + location.search };
    return <Navigate to="/login" replace state={state} />;
  }
  return <Outlet />;
}
