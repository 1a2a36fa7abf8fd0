import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { selectSession } from '../../session/session-slice.ts';

/** The account link in the navigation bar; a login button while signed out. */
export function AccountLink() {
  const session = useSelector(selectSession);
  const { pathname, search } = useLocation();
  if (session.status === 'signed-in') {
    return (
      <ShopLink to="/account" className="icon-button" aria-label="Account" title={session.user.displayName}>
        <Icon name="account" />
      </ShopLink>
    );
  }
  const isAuthPage = pathname === '/login' || pathname === '/register';
  return (
    <ShopLink
      to="/login"
      className="icon-button login-button"
      title="Login"
      {...(!isAuthPage && { state: { from: pathname + search } })}
    >
      <Icon name="login" />
      <span className="login-text">Login</span>
    </ShopLink>
  );
}

/** Renders nothing while signed out. */
export function LogoutButton({ className }: { className?: string }) {
  const dispatch = useDispatch();
  const session = useSelector(selectSession);
  if (session.status !== 'signed-in') return null;
  return (
    <button
      type="button"
      className={className}
      onClick={async () => {
        const { signOut } = await import('./identity.ts');
        await signOut(dispatch);
      }}
    >
      Logout
    </button>
  );
}
