// Documents of drops; times of entries are Dates here.
//   drops/{id}                 a drop, for staff
//   dropSecrets/{id}           the seed of its draw, until it is made
//   dropBooks/{id}             the numbers that nobody has
//   dropEntries/{id}:{uid}     an entry, readable by its shopper
//   dropMailboxes/{id}:{hash}  the account of a mailbox that entered last
//   dropRankings/{id}:{n}      the order of a draw, RANKING_CHUNK tickets a document
//   dropRankings/{id}:page-{n} the tickets in the order of the entries, while it is drawing
//   dropDraws/{id}             how far the draw is, while it is drawing
import { createHash } from 'node:crypto';
import type { StoredDrop } from '@savepoint/model/drop';
import { mailboxOf } from '@savepoint/model/email-address';

/** drops/{id}; `updatedAt` is the version that editors compare. */
export type DropDocument = StoredDrop & { readonly createdAt: string; readonly updatedAt: string };

/** dropSecrets/{id}. */
export interface DropSecret {
  readonly seed: string;
}

/** dropMailboxes/{id}:{hash}. */
export interface DropMailbox {
  readonly dropId: string;
  readonly userId: string;
}

/** dropRankings/{id}:{n}. */
export interface RankingChunk {
  readonly tickets: readonly string[];
  /** Their entries, in the same order. */
  readonly entryIds: readonly string[];
}

/** dropDraws/{id}. */
export interface DrawProgress {
  /** The number of written pages of tickets, and the last entry on them. */
  readonly pages: number;
  readonly after?: string | undefined;
  /** True when all pages are written. */
  readonly isRead: boolean;
  /** The number of written chunks of the ranking. */
  readonly chunks: number;
}

/** About 100 bytes a ticket, far below the size limit of a document. */
export const RANKING_CHUNK = 5_000;

export const dropPath = (id: string) => `drops/${id}`;
export const dropSecretPath = (id: string) => `dropSecrets/${id}`;
export const dropBooksPath = (id: string) => `dropBooks/${id}`;
const dropEntryId = (dropId: string, uid: string) => `${dropId}:${uid}`;
export const dropEntryPath = (dropId: string, uid: string) => `dropEntries/${dropEntryId(dropId, uid)}`;
export const rankingPath = (dropId: string, chunk: number) => `dropRankings/${dropId}:${chunk}`;
export const ticketPagePath = (dropId: string, page: number) => `dropRankings/${dropId}:page-${page}`;
export const drawProgressPath = (dropId: string) => `dropDraws/${dropId}`;
/** Shared by all addresses of a mailbox, so that one person has one entry. */
export const dropMailboxPath = (dropId: string, email: string) =>
  `dropMailboxes/${dropId}:${createHash('sha256').update(mailboxOf(email)).digest('hex').slice(0, 40)}`;
