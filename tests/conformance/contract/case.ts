// Owns what a case of the contract is, and what cases share. Knows no library.

import type { ClientAdapter, FoundDocument, NeutralFields } from '../client-adapter.ts';

/** What a case is given: the door, a collection nobody else uses, and a second door of the owner. */
export interface CaseContext {
  readonly adapter: ClientAdapter;
  readonly collection: string;
  readonly owner: ClientAdapter;
}

export interface ContractCase {
  readonly name: string;
  readonly needsListen?: boolean;
  run(scene: CaseContext): Promise<void>;
}

/** The ids of documents, in order. */
export function ids(documents: readonly FoundDocument[]): string[] {
  return documents.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
}

/** Writes documents into the case's collection. */
export async function seedCollection(
  { owner, collection }: CaseContext,
  documents: { readonly [id: string]: NeutralFields },
): Promise<void> {
  await owner.write(
    Object.entries(documents).map(([id, fields]) => ({ set: `${collection}/${id}`, fields })),
  );
}

/** The code that work is refused with, or 'ok'. */
export async function errorCodeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}
