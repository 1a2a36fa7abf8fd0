import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { selectSession } from '../session/session-slice.ts';
import { matchPage } from './pages.ts';

/**
 * Guards pages that need a signed-in shopper: a loading indicator while the auth state loads; when
 * signed out, a redirect to /login whose location state carries the path to return to in `from`.
 * Not after a session that ended on this page: the next to sign in may be somebody else, who must
 * not be led to an order of the one before.
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
