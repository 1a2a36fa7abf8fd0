import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { selectUser } from '../session/session-slice.ts';
import { matchPage } from './pages.ts';

interface Departures {
  readonly uid: string | undefined;
  /** The number of departures. */
  readonly count: number;
  /** The key of the location at the last departure. */
  readonly leftAt?: string;
}

function useDepartures(): Departures {
  const uid = useSelector(selectUser)?.uid;
  const { key } = useLocation();
  const [last, setLast] = useState<Departures>({ uid, count: 0 });
  if (last.uid !== uid)
    setLast(last.uid === undefined ? { ...last, uid } : { uid, count: last.count + 1, leftAt: key });
  return last;
}

/**
 * The page of the current route, or the placeholder while it loads. It remounts when a shopper
 * leaves, so that nothing of them remains, such as form input. RequireSession gets the key of the
 * location that they left.
 */
export function CurrentPage() {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const { count, leftAt } = useDepartures();
  if (location !== undefined && location.pathname !== pathname)
    return <LoadingPage name={matchPage(location.pathname).page.name} />;
  return <Outlet key={count} context={leftAt} />;
}
