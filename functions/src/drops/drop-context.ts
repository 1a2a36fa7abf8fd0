import type { DropEntry } from '@savepoint/model/drop-entry';
import type { DropDocument } from '../editions/drop-records.ts';
import type { DocumentStore } from '../firestore/document-store.ts';
import type { TakenLines } from './taken-lines.ts';

/** The dependencies of every use case of drops. */
export interface DropContext {
  readonly store: DocumentStore;
  readonly now: () => Date;
  /** The memory of the instance. */
  readonly takenLines: TakenLines;
  /** 32 random hexadecimal characters. */
  readonly newTicket: () => string;
  /** The email document for somebody who has been given units. */
  readonly givenEmail: (drop: DropDocument, entry: DropEntry) => object;
}
