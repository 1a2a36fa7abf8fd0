// Owns the frame of the operator's desk: the way between its pages, and the clear "not allowed" for everybody else.
// What is really allowed is decided by the rules and the functions; this only says so.
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
  ['/admin/categories', 'Categories'],
  ['/admin/orders', 'Orders'],
  ['/admin/reviews', 'Reviews'],
  ['/admin/sync', 'Product feed'],
  ['/admin/audit', 'Audit log'],
] as const;

export function AdminFrame(props: { title: string; tools?: ReactNode; children: ReactNode }) {
  const user = useSelector(selectUser);
  usePageHead({ title: `${props.title} · Desk`, description: 'The operator’s desk.', hidden: true });
  if (!user?.isAdmin) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <EmptyState icon="alert" title="Not allowed" level={1}>
          <p>
            You are signed in as {user?.email}, and this desk is for the people who run the shop. Ask one of
            them to grant you access, then sign out and in again.
          </p>
          <ButtonLink to="/shop">Back to the shop</ButtonLink>
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="page desk" id="main" tabIndex={-1}>
      <nav className="desk-nav" aria-label="Operator's desk">
        <ul>
          {PAGES.map(([path, label]) => (
            <li key={path}>
              <NavLink to={path}>{label}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="desk-head">
        <h1 tabIndex={-1}>{props.title}</h1>
        {props.tools && <div className="row">{props.tools}</div>}
      </div>
      {props.children}
    </main>
  );
}
