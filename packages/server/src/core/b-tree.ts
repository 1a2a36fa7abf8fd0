// sorted-btree is CommonJS: depending on the loader, its class is the default import itself or a
// property of it.

import Imported from 'sorted-btree';

type BTreeClass = typeof Imported.default;

/** A sorted map with O(log n) operations and ordered iteration from any key. */
export const BTree: BTreeClass = Imported.default ?? (Imported as unknown as BTreeClass);
export type BTree<K, V> = InstanceType<typeof BTree<K, V>>;

/** Keys per node: larger nodes have less overhead per entry. */
export const NODE_SIZE = 64;
