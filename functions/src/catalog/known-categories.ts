import type { Firestore, Query, QuerySnapshot } from 'firebase-admin/firestore';

/** Firestore itself, or a transaction. */
interface Reader {
  get(query: Query): Promise<QuerySnapshot>;
}

const OUTSIDE_A_TRANSACTION: Reader = { get: (query) => query.get() };

/**
 * The ids of all categories. Writers of products read them in their transaction, so that deleting a
 * category conflicts. A sync reads them without one: no category is deleted while it runs.
 */
export async function readCategoryIds(
  db: Firestore,
  reader: Reader = OUTSIDE_A_TRANSACTION,
): Promise<readonly string[]> {
  const { docs } = await reader.get(db.collection('categories').select());
  return docs.map(({ id }) => id);
}

/**
 * Why a product cannot be put into a category: it is not among `categoryIds`. Undefined if it can.
 * A product may keep its category, `current`.
 */
export function findUnknownCategory(
  category: unknown,
  current: unknown,
  categoryIds: readonly string[],
): string | undefined {
  if (category === current || categoryIds.includes(String(category))) return undefined;
  const known =
    categoryIds.length === 0
      ? 'There are none yet: create one first.'
      : `The categories are: ${categoryIds.join(', ')}.`;
  return `There is no category '${String(category)}'. ${known}`;
}
