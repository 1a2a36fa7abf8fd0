// Owns the audit log, audit/{id}: who changed what. Written in the same transaction or batch as the change.
import type { AuditEntry } from '@savepoint/model/callables';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import type { SignedInCaller } from '../callable/callable.ts';

type Fields = Omit<AuditEntry, 'id'>;

export function createAuditEntry(
  db: Firestore,
  admin: Pick<SignedInCaller, 'uid' | 'email'>,
  at: Date,
  what: Pick<AuditEntry, 'action' | 'target' | 'summary'>,
): { readonly ref: DocumentReference; readonly fields: Fields } {
  const fields: Fields = {
    ...what,
    at: at.toISOString(),
    uid: admin.uid,
    ...(admin.email === undefined ? {} : { email: admin.email }),
  };
  return { ref: db.collection('audit').doc(), fields };
}
