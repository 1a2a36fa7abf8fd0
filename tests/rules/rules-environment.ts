// A database of the rules suite, and clients that are signed in as each role. The clients use
// firebase/firestore/lite: one request per operation, without the streams that the transports of
// the conformance suite cover.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { PERMISSIONS, type Permission, ROLES as STAFF_ROLES } from '@savepoint/model/roles';
import { initializeApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  type Firestore,
  getFirestore,
  setDoc,
  setLogLevel,
} from 'firebase/firestore/lite';

/**
 * Shoppers, among them `owner`, who owns the documents; `admin` has the older claim, and the rest
 * have one role each.
 */
export const ROLES = [
  'visitor',
  'owner',
  'other',
  'admin',
  ...STAFF_ROLES.map((role) => `${role} of the shop` as const),
] as const;
export type Role = (typeof ROLES)[number];

/** The roles that a row of the table allows. */
export function allowedBy(permission: Permission): readonly Role[] {
  return ['admin', ...PERMISSIONS[permission].map((role) => `${role} of the shop` as const)];
}

export const OWNER = 'owner-uid';
export const OWNER_EMAIL = 'owner@example.com';

type MockUserToken = NonNullable<Parameters<typeof connectFirestoreEmulator>[3]>['mockUserToken'];

/** A separate database with firestore.rules, in the emulator at FIRESTORE_EMULATOR_HOST. */
export class RulesDatabase {
  readonly #environment: RulesTestEnvironment;
  /** One per role and file: opening a client takes longer than a test uses it. */
  readonly #clients = new Map<string, Firestore>();

  private constructor(environment: RulesTestEnvironment) {
    this.#environment = environment;
  }

  static async open(): Promise<RulesDatabase> {
    // The SDK logs every denial, and these tests expect hundreds.
    setLogLevel('silent');
    const { host, port } = emulatorAddress();
    const rules = readFileSync(fileURLToPath(new URL('../../firestore.rules', import.meta.url)), 'utf8');
    const projectId = `demo-rules-${randomUUID().slice(0, 8)}`;
    return new RulesDatabase(
      await initializeTestEnvironment({ projectId, firestore: { host, port, rules } }),
    );
  }

  get projectId(): string {
    return this.#environment.projectId;
  }

  /** Deletes all documents. */
  clear(): Promise<void> {
    return this.#environment.clearFirestore();
  }

  close(): Promise<void> {
    return this.#environment.cleanup();
  }

  /** The client of a role. */
  as(role: Role): Firestore {
    return this.client(role, tokenOf(role));
  }

  /** The client whose token has these claims; `owner` bypasses the rules. */
  client(name: string, token: MockUserToken): Firestore {
    let client = this.#clients.get(name);
    if (client === undefined) {
      client = getFirestore(initializeApp({ projectId: this.projectId }, `${this.projectId} ${name}`));
      const { host, port } = emulatorAddress();
      connectFirestoreEmulator(client, host, port, token === undefined ? {} : { mockUserToken: token });
      this.#clients.set(name, client);
    }
    return client;
  }

  /** Writes a document, bypassing the rules. */
  write(path: string, fields: object, options: { merge?: boolean } = {}): Promise<void> {
    return setDoc(doc(this.client('rules disabled', 'owner'), path), fields, options);
  }

  /** Deletes a document, bypassing the rules. */
  remove(path: string): Promise<void> {
    return deleteDoc(doc(this.client('rules disabled', 'owner'), path));
  }
}

function emulatorAddress(): { host: string; port: number } {
  const address = process.env.FIRESTORE_EMULATOR_HOST;
  if (!address) throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npx vitest --project rules`.');
  const [host = '127.0.0.1', port] = address.split(':');
  return { host, port: Number(port) };
}

function tokenOf(role: Role): MockUserToken {
  const claims: Readonly<Record<string, MockUserToken>> = {
    owner: { sub: OWNER, email: OWNER_EMAIL },
    other: { sub: 'other-uid', email: 'other@example.com' },
    admin: { sub: 'admin-uid', email: 'admin@example.com', admin: true },
  };
  if (role === 'visitor') return undefined;
  const [staffRole] = role.split(' ');
  return claims[role] ?? { sub: `shop-${staffRole}`, email: `${staffRole}@example.com`, role: staffRole };
}
