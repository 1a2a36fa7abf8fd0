import { type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { DocumentStore, DocumentTransaction } from './document-store.ts';
/**
 * A transaction of the SDK as a transaction of the document store, for use cases that need both.
 */
export declare function documentTransaction(db: Firestore, transaction: Transaction): DocumentTransaction;
/** The document store on Firestore. */
export declare function firestoreDocumentStore(db: Firestore): DocumentStore;
