import type { AuditEntry } from '@savepoint/model/callables';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import type { SignedInCaller } from '../callable/callable.ts';

/** The author of a change, for the audit log. */
export type Admin = Pick<SignedInCaller, 'uid' | 'email'>;

type Fields = Omit<AuditEntry, 'id'>;

/** A new entry of audit/{id}. Write it in the transaction or batch of the recorded change. */
export function createAuditEntry(
  db: Firestore,
  admin: Admin,
  at: Date,
  change: Omit<AuditEntry, 'id' | 'at' | 'uid' | 'email'>,
): { readonly ref: DocumentReference; readonly fields: Fields } {
  const fields: Fields = {
    ...change,
    at: at.toISOString(),
    uid: admin.uid,
    ...(admin.email === undefined ? {} : { email: admin.email }),
  };
  return { ref: db.collection('audit').doc(), fields };
}
