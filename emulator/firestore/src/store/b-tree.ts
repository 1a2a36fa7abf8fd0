// Owns the import of the B+tree. The package is CommonJS: depending on who loads it, its class is the default
// import itself or a property of it.

import Imported from 'sorted-btree';

type BTreeClass = typeof Imported.default;

/** A sorted map with O(log n) steps and ordered iteration from any key. */
export const BTree: BTreeClass = Imported.default ?? (Imported as unknown as BTreeClass);
export type BTree<K, V> = InstanceType<typeof BTree<K, V>>;

/** Keys in a node: large nodes hold less overhead for each entry. */
export const NODE_SIZE = 64;
