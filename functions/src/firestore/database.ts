// Owns the one connection to Firestore and Auth of a function instance.
import { getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

let firestore: Firestore | undefined;

/** firebase-functions makes a named app of its own to check tokens, so "any app" does not mean the default one. */
function ensureApp(): void {
  if (!getApps().some((app) => app.name === '[DEFAULT]')) initializeApp();
}

/** Firestore; fields that are undefined are left out of documents. */
export function database(): Firestore {
  if (firestore === undefined) {
    ensureApp();
    firestore = getFirestore();
    firestore.settings({ ignoreUndefinedProperties: true });
  }
  return firestore;
}

export function auth(): Auth {
  ensureApp();
  return getAuth();
}
