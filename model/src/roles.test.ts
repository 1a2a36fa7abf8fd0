import { describe, expect, it } from 'vitest';
import { may, PERMISSIONS, type Permission, ROLES, roleOf } from './roles.ts';

describe('roleOf', () => {
  it('returns the role of the claim role, and owner for the older claim admin', () => {
    for (const role of ROLES) expect(roleOf({ role })).toBe(role);
    expect(roleOf({ admin: true })).toBe('owner');
    expect(roleOf({ role: 'packer', admin: true })).toBe('packer');
  });

  it('returns undefined for missing, mistyped or unknown claims', () => {
    for (const claims of [
      {},
      { role: 'root' },
      { role: ['owner'] },
      { role: 1 },
      { admin: 'true' },
      { admin: 1 },
    ])
      expect(roleOf(claims)).toBeUndefined();
  });
});

describe('may', () => {
  it('grants every permission to owners and none to those without a role', () => {
    for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
      expect(may('owner', permission)).toBe(true);
      expect(may(undefined, permission)).toBe(false);
    }
  });

  it('lets only owners see takings, read the audit log and change roles', () => {
    for (const permission of ['readTakings', 'readAuditLog', 'manageRoles'] as const)
      expect(ROLES.filter((role) => may(role, permission))).toEqual(['owner']);
  });
});
