import type { DocumentStore } from '../firestore/document-store.ts';
/** Brings the counts of sales up to date with an order, whether it exists or was deleted. */
export declare function countOrder(store: DocumentStore, orderId: string): Promise<void>;
