import { getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';

let firestore: Firestore | undefined;

/**
 * firebase-functions creates its own named app to verify tokens, so getApps() is not empty without
 * a default app.
 */
function ensureApp(): void {
  if (!getApps().some((app) => app.name === '[DEFAULT]')) initializeApp();
}

/** The Firestore client of this instance. Undefined fields are left out of documents. */
export function database(): Firestore {
  if (firestore === undefined) {
    ensureApp();
    firestore = getFirestore();
    firestore.settings({ ignoreUndefinedProperties: true });
  }
  return firestore;
}

/** The Auth client of this instance. */
export function auth(): Auth {
  ensureApp();
  return getAuth();
}

export type Bucket = ReturnType<Storage['bucket']>;

/** The project's default bucket. Its SDK is loaded on first use: most functions store no files. */
export async function bucket(): Promise<Bucket> {
  ensureApp();
  const { getStorage } = await import('firebase-admin/storage');
  return getStorage().bucket();
}
