// Owns the database with the shop's rules that rules tests ask, and who asks: a visitor, the owner, another shopper, an admin.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { type Firestore, setLogLevel } from 'firebase/firestore';

export const ROLES = ['visitor', 'owner', 'other', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const OWNER = 'owner-uid';
export const OWNER_EMAIL = 'owner@example.com';

export async function openEnvironment(): Promise<RulesTestEnvironment> {
  // Denials are what these tests ask for; the SDK would print each.
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

/** The database as a role sees it. */
export function databaseOf(environment: RulesTestEnvironment, role: Role): Firestore {
  const contexts = {
    visitor: () => environment.unauthenticatedContext(),
    owner: () => environment.authenticatedContext(OWNER, { email: OWNER_EMAIL }),
    other: () => environment.authenticatedContext('other-uid', { email: 'other@example.com' }),
    admin: () => environment.authenticatedContext('admin-uid', { email: 'admin@example.com', admin: true }),
  };
  return contexts[role]().firestore() as unknown as Firestore;
}
