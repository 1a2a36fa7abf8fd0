import Imported from 'sorted-btree';
type BTreeClass = typeof Imported.default;
/** A sorted map with O(log n) operations and ordered iteration from any key. */
export declare const BTree: BTreeClass;
export type BTree<K, V> = InstanceType<typeof BTree<K, V>>;
/** Keys per node: larger nodes have less overhead per entry. */
export declare const NODE_SIZE = 64;
export {};
