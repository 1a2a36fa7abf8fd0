import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { NavLink } from 'react-router-dom';
import { selectUser } from '../../session/session-slice.ts';
import './account.css';

const PAGES = [
  ['/account', 'Overview'],
  ['/account/orders', 'Orders'],
  ['/account/credit', 'Store credit'],
  ['/account/wishlist', 'Wishlist'],
  ['/account/settings', 'Settings'],
] as const;

/**
 * Layout and navigation of the account pages. `logout` is passed in, because it belongs to
 * features/auth.
 */
export function AccountLayout(props: { title: string; logout: ReactNode; children: ReactNode }) {
  const user = useSelector(selectUser);
  return (
    <main className="page account" id="main" tabIndex={-1}>
      <nav className="account-nav" aria-label="Account">
        <ul className="account-links">
          {PAGES.map(([path, label]) => (
            <li key={path}>
              <NavLink to={path} end={path !== '/account/orders'}>
                {label}
              </NavLink>
            </li>
          ))}
          {user?.role !== undefined && (
            <li>
              <NavLink to="/admin">Admin</NavLink>
            </li>
          )}
          <li>{props.logout}</li>
        </ul>
      </nav>
      <div className="account-content">
        <h1 tabIndex={-1}>{props.title}</h1>
        {props.children}
      </div>
    </main>
  );
}
