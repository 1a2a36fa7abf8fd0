import type { IndexField } from '../core/index-shape.ts';
import { type StoredDocument } from '../core/stored-document.ts';
/** Sorts `documents` by `fields`, which they all have, and then by name. */
export declare function sortDocuments(documents: readonly StoredDocument[], fields: readonly IndexField[]): StoredDocument[];
