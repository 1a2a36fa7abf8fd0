import type { ClientAdapter, FoundDocument, NeutralFields } from '../client-adapter.ts';

/**
 * The inputs of a case: the adapter to test, a collection that only this case uses, and an adapter
 * of the owner.
 */
export interface CaseContext {
  readonly adapter: ClientAdapter;
  readonly collection: string;
  readonly owner: ClientAdapter;
}

/** One case of the contract. */
export interface ContractCase {
  /** A sentence whose subject is the adapter. */
  readonly name: string;
  readonly needsListen?: boolean;
  run(context: CaseContext): Promise<void>;
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

/** The error code of a failed operation, or 'ok'. */
export async function errorCodeOf(operation: Promise<unknown>): Promise<string> {
  try {
    await operation;
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}
