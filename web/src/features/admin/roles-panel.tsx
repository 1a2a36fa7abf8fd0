import { PERMISSIONS, type Permission, ROLES, type Role } from '@savepoint/model/roles';
import { SetRoleRequestSchema, type StaffMember } from '@savepoint/model/staff';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, toFailure } from './admin-endpoints.ts';
import { useSetRoleMutation, useStaffQuery } from './order-endpoints.ts';

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  packer: 'Packer',
  editor: 'Editor',
  support: 'Support',
  owner: 'Owner',
};

const PERMISSION_NAMES: Readonly<Record<Permission, string>> = {
  openDashboard: 'Open the dashboard',
  readTakings: 'See net sales',
  readAnalytics: 'See visits, searches and best sellers',
  readOrders: 'See orders',
  fulfilOrders: 'Pack, ship and deliver orders',
  refundOrders: 'Cancel and refund orders, decide on returns',
  resendEmails: 'See and resend the emails of orders',
  editOrders: 'Change what is in orders, make orders',
  giveCredit: 'Give store credit and gift cards',
  noteOrders: 'Write internal notes',
  correctAddresses: 'Correct addresses of orders',
  readCustomers: 'See customers and messages',
  editCatalogue: 'Change products and categories',
  syncCatalogue: 'Run the product sync',
  managePromotions: 'Create and stop promotions',
  manageDrops: 'Plan, watch and stop drops',
  editSettings: 'Change shipping, tax and store details',
  editContent: 'Change texts and rows of pages',
  moderateReviews: 'Moderate reviews',
  readAuditLog: 'Read the audit log',
  manageRoles: 'Assign and remove roles',
};

function RoleOptions() {
  return ROLES.map((role) => (
    <option key={role} value={role}>
      {ROLE_NAMES[role]}
    </option>
  ));
}

function GrantForm() {
  const dispatch = useDispatch();
  const [setRole] = useSetRoleMutation();
  const form = useForm({
    schema: SetRoleRequestSchema,
    messages: { account: 'Enter the email address that the person logs in with.' },
    resets: true,
    onSubmit: async (request) => {
      const { data, error } = await setRole(request);
      if (error !== undefined) return toFailure(error);
      dispatch(
        toastShown({
          text: `${data?.email ?? request.account} is now ${ROLE_NAMES[request.role ?? 'packer']}.`,
        }),
      );
      return undefined;
    },
  });
  return (
    <Form form={form} className="card stack" aria-label="Assign a role">
      <h2>Assign a role</h2>
      <p className="muted">
        They need an account in the shop. The role takes effect the next time they log in.
      </p>
      <div className="admin-pair">
        <Field label="Email address" type="email" autoComplete="off" {...form.field('account')} />
        <SelectField label="Role" {...form.field('role')}>
          <RoleOptions />
        </SelectField>
      </div>
      <div>
        <SubmitButton form={form}>Assign role</SubmitButton>
      </div>
    </Form>
  );
}

function Member({ member, role }: { member: StaffMember; role: Role }) {
  const dispatch = useDispatch();
  const [setRole, { isLoading }] = useSetRoleMutation();
  const [asks, setAsks] = useState(false);
  const change = async (next: Role | null) => {
    const { error } = await setRole({ account: member.id, role: next });
    setAsks(false);
    dispatch(
      error === undefined
        ? toastShown({
            text:
              next === null
                ? `${member.email} no longer has a role.`
                : `${member.email} is now ${ROLE_NAMES[next]}.`,
          })
        : toastShown({ text: errorMessage(error), tone: 'error' }),
    );
  };
  return (
    <tr>
      <th scope="row">{member.email}</th>
      <td>{ROLE_NAMES[role]}</td>
      <td>
        <Button
          variant="danger"
          busy={isLoading}
          aria-label={`Remove role from ${member.email}`}
          onClick={() => setAsks(true)}
        >
          Remove role
        </Button>
        <Dialog open={asks} title={`Remove role from ${member.email}?`} onClose={() => setAsks(false)}>
          <p>
            They keep their shopper account. Pages that they have open may keep working for up to an hour.
          </p>
          <div className="row">
            <Button variant="danger" busy={isLoading} onClick={() => change(null)}>
              Remove role
            </Button>
            <Button variant="quiet" data-autofocus onClick={() => setAsks(false)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      </td>
    </tr>
  );
}

/** The permissions of each role, from the one table that functions and rules follow. */
function RoleTable() {
  return (
    <section className="stack" aria-labelledby="roles-table">
      <h2 id="roles-table">What each role can do</h2>
      <div className="admin-scroll">
        <table className="admin-table admin-items">
          <thead>
            <tr>
              <th scope="col">May</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {ROLE_NAMES[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(PERMISSIONS).map(([permission, roles]) => (
              <tr key={permission}>
                <th scope="row">{PERMISSION_NAMES[permission as Permission]}</th>
                {ROLES.map((role) => (
                  <td key={role}>{(roles as readonly Role[]).includes(role) ? 'Yes' : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The staff and their roles, for owners. */
export function RolesPanel() {
  const { data: staff, isError, refetch } = useStaffQuery();
  return (
    <>
      {staff === undefined && isError && <ErrorState resource="the people of the shop" onRetry={refetch} />}
      {staff === undefined && !isError && <Skeleton height="10rem" />}
      {staff !== undefined && (
        <section className="admin-scroll" aria-label="People">
          <table className="admin-table admin-cards">
            <thead>
              <tr>
                <th scope="col">Email address</th>
                <th scope="col">Role</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {staff.map((member) =>
                member.role === null ? null : <Member key={member.id} member={member} role={member.role} />,
              )}
            </tbody>
          </table>
        </section>
      )}
      <GrantForm />
      <RoleTable />
    </>
  );
}
