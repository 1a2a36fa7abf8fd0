import type { Query } from '../query/query.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
import { type ViewChange } from './query-view.ts';
/** Called with the effect of a commit on the listener's result set or document. */
export type Listener = (changes: readonly ViewChange[]) => void;
/**
 * The listeners of one database, indexed so that a commit reaches only the views it can affect: by
 * document path, by collection, by collection group, and within those by one equality filter of the
 * query.
 */
export declare class ListenerIndex {
    #private;
    constructor(store: DocumentStore);
    /**
     * Listens to `query`; `key` is equal for equal queries. Returns the function that removes the
     * listener.
     */
    addQuery(query: Query, key: string, listener: Listener): () => void;
    /** Listens to one document. Returns the function that removes the listener. */
    addDocument(path: string, listener: Listener): () => void;
    /** Notifies every listener that `changes`, which the store has applied already, affect. */
    publish(changes: readonly Change[]): void;
}
