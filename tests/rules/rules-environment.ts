import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { PERMISSIONS, type Permission, ROLES as STAFF_ROLES } from '@savepoint/model/roles';
import { type Firestore, setLogLevel } from 'firebase/firestore';

/** Shoppers, of whom `owner` owns the documents; `admin` has the claim of before there were roles, the rest one role each. */
export const ROLES = [
  'visitor',
  'owner',
  'other',
  'admin',
  ...STAFF_ROLES.map((role) => `${role} of the shop` as const),
] as const;
export type Role = (typeof ROLES)[number];

/** Those whom a row of the table of roles allows. */
export function allowedBy(permission: Permission): readonly Role[] {
  return ['admin', ...PERMISSIONS[permission].map((role) => `${role} of the shop` as const)];
}

export const OWNER = 'owner-uid';
export const OWNER_EMAIL = 'owner@example.com';

/** A database of its own with firestore.rules, in the emulator at FIRESTORE_EMULATOR_HOST. */
export async function openEnvironment(): Promise<RulesTestEnvironment> {
  // The SDK logs every denial, and these tests expect hundreds.
  setLogLevel('silent');
  const address = process.env.FIRESTORE_EMULATOR_HOST;
  if (!address) throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const [host = '127.0.0.1', port] = address.split(':');
  return initializeTestEnvironment({
    projectId: `demo-rules-${randomUUID().slice(0, 8)}`,
    firestore: {
      host,
      port: Number(port),
      rules: readFileSync(fileURLToPath(new URL('../../firestore.rules', import.meta.url)), 'utf8'),
    },
  });
}

/** A client that is signed in as a role. */
export function databaseOf(environment: RulesTestEnvironment, role: Role): Firestore {
  const contexts: Readonly<Record<string, () => RulesTestContext>> = {
    visitor: () => environment.unauthenticatedContext(),
    owner: () => environment.authenticatedContext(OWNER, { email: OWNER_EMAIL }),
    other: () => environment.authenticatedContext('other-uid', { email: 'other@example.com' }),
    admin: () => environment.authenticatedContext('admin-uid', { email: 'admin@example.com', admin: true }),
  };
  const [claim] = role.split(' ');
  const open =
    contexts[role] ??
    (() => environment.authenticatedContext(`shop-${claim}`, { email: `${claim}@example.com`, role: claim }));
  return open().firestore() as unknown as Firestore;
}
