import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { NavLink } from 'react-router-dom';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { usePageHead } from '../../lib/page-head.ts';
import { selectUser } from '../../session/session-slice.ts';
import './admin.css';

const PAGES = [
  ['/admin/products', 'Products'],
  ['/admin/orders', 'Orders'],
  ['/admin/reviews', 'Reviews'],
  ['/admin/categories', 'Categories'],
  ['/admin/sync', 'Sync'],
  ['/admin/audit', 'Audit log'],
] as const;

/**
 * Layout and navigation of the admin pages. Without the admin claim it shows why access is denied; rules and
 * functions enforce it.
 */
export function AdminLayout(props: { title: string; children: ReactNode }) {
  const user = useSelector(selectUser);
  usePageHead({ title: props.title, description: 'The Savepoint admin.', noindex: true });
  if (!user?.isAdmin) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <EmptyState icon="alert" title="Not allowed" headingLevel={1}>
          <p>
            Only people who run the shop may work here, and {user?.email ?? 'this account'} is not one of
            them. If that is wrong, ask for the admin role, then sign out and in again.
          </p>
          <ButtonLink to="/account">Back to your account</ButtonLink>
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="page admin" id="main" tabIndex={-1}>
      <nav aria-label="Admin" className="admin-nav">
        <ul className="row">
          {PAGES.map(([path, label]) => (
            <li key={path}>
              <NavLink to={path}>{label}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <h1 tabIndex={-1}>{props.title}</h1>
      {props.children}
    </main>
  );
}
