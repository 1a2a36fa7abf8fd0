import { may, type Role } from '@savepoint/model/roles';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { selectUser } from '../../session/session-slice.ts';
import { pagePermission } from './admin-pages.ts';
import './admin.css';

const PLURAL_ROLES: Readonly<Record<Role, string>> = {
  packer: 'Packers',
  editor: 'Editors',
  support: 'Support staff',
  owner: 'Owners',
};

/**
 * An admin page within the frame (app/admin-frame.tsx). Without the permission it shows why access
 * is denied; rules and functions enforce it.
 */
export function AdminLayout(props: { title: string; children: ReactNode }) {
  const user = useSelector(selectUser);
  const { pathname } = useLocation();
  if (!may(user?.role, pagePermission(pathname))) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <PageHead title={props.title} description="The Savepoint admin." noindex />
        <EmptyState icon="alert" title="Not allowed" headingLevel={1}>
          {user?.role === undefined ? (
            <p>
              Only shop staff can work here, and {user?.email ?? 'this account'} is not on the staff. If that
              is wrong, ask a shop owner for a role, then log out and in again.
            </p>
          ) : (
            <p>
              {PLURAL_ROLES[user.role]} can't open this page. If you need it, ask a shop owner for another
              role, then log out and in again.
            </p>
          )}
          <ButtonLink to={user?.role === undefined ? '/account' : '/admin'}>
            {user?.role === undefined ? 'Back to your account' : 'To the dashboard'}
          </ButtonLink>
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="page admin" id="main" tabIndex={-1}>
      <PageHead title={props.title} description="The Savepoint admin." noindex />
      <h1 tabIndex={-1}>{props.title}</h1>
      {props.children}
    </main>
  );
}
