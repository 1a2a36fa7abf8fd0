// firestore.rules cannot import the table of roles. It repeats rows of it in one function per
// permission; a row that differs fails here.
import { readFileSync } from 'node:fs';
import { PERMISSIONS, type Permission, ROLES } from '@savepoint/model/roles';
import { describe, expect, it } from 'vitest';

const rules = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
const rows = [...rules.matchAll(/function may_(\w+)\(\) \{\s*return hasRole\(\[([^\]]*)\]\);\s*\}/g)].map(
  ([, permission = '', roles = '']) =>
    [permission, [...roles.matchAll(/'(\w+)'/g)].map(([, role]) => role)] as const,
);

describe('the roles in firestore.rules', () => {
  it('has a function for at least the permissions that protect documents', () => {
    expect(rows.map(([permission]) => permission)).toEqual(
      expect.arrayContaining([
        'readOrders',
        'readCustomers',
        'syncCatalogue',
        'moderateReviews',
        'readAuditLog',
        'manageRoles',
      ]),
    );
  });

  it.each(rows)('grants %s to the same roles as the table in the model', (permission, roles) => {
    expect(roles).toEqual(PERMISSIONS[permission as Permission]);
  });

  it('names no role outside these functions, except the owner for the older claim admin', () => {
    const rest = rules.replaceAll(/function may_\w+\(\) \{[^}]*\}/g, '');
    const named = ROLES.filter((role) => rest.includes(`'${role}'`));
    expect(named).toEqual(['owner']);
  });
});
