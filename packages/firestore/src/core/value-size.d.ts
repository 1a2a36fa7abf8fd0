import { type Fields } from './value.ts';
/** The maximum size of a document: 1 MiB. */
export declare const MAX_DOCUMENT_BYTES = 1048576;
/** The maximum size of a field value: 1 MiB - 89 bytes. */
export declare const MAX_VALUE_BYTES = 1048487;
/** The name of a field whose value is above the maximum size. */
export declare function oversizedField(fields: Fields): string | undefined;
/** The storage size of a document in bytes: its name, its fields and 32 bytes of overhead. */
export declare function documentSize(path: string, fields: Fields): number;
