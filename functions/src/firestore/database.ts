// Owns the one connection to Firestore and Auth of a function instance.
import { getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

let firestore: Firestore | undefined;

/** Firestore; fields that are undefined are left out of documents. */
export function database(): Firestore {
  if (firestore === undefined) {
    if (getApps().length === 0) initializeApp();
    firestore = getFirestore();
    firestore.settings({ ignoreUndefinedProperties: true });
  }
  return firestore;
}

export function auth(): Auth {
  if (getApps().length === 0) initializeApp();
  return getAuth();
}
