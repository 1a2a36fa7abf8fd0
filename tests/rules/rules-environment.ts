import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { type Firestore, setLogLevel } from 'firebase/firestore';

export const ROLES = ['visitor', 'owner', 'other', 'admin'] as const;
export type Role = (typeof ROLES)[number];

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
  const contexts = {
    visitor: () => environment.unauthenticatedContext(),
    owner: () => environment.authenticatedContext(OWNER, { email: OWNER_EMAIL }),
    other: () => environment.authenticatedContext('other-uid', { email: 'other@example.com' }),
    admin: () => environment.authenticatedContext('admin-uid', { email: 'admin@example.com', admin: true }),
  };
  return contexts[role]().firestore() as unknown as Firestore;
}
