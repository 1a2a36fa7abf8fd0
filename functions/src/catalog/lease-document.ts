import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

/** The lease that a sync holds while it changes products. */
export const leaseDocument = (db: Firestore): DocumentReference => db.doc('syncState/lease');
