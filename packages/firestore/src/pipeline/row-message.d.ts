import { type Document } from '../gen/google/firestore/v1/document_pb.js';
import type { Row } from './row.ts';
/** The wire form of a row. It has a name and times only where the row still has them. */
export declare function rowMessage(row: Row): Document;
