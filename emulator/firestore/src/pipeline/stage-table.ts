import type { StageDefinition } from './parser.ts';
import { addFields } from './stages/add-fields.ts';
import { collection } from './stages/collection.ts';
import { collectionGroup } from './stages/collection-group.ts';
import { database } from './stages/database.ts';
import { documents } from './stages/documents.ts';
import { letVariables } from './stages/let.ts';
import { limit } from './stages/limit.ts';
import { offset } from './stages/offset.ts';
import { removeFields } from './stages/remove-fields.ts';
import { select } from './stages/select.ts';
import { sort } from './stages/sort.ts';
import { subcollection } from './stages/subcollection.ts';
import { where } from './stages/where.ts';

/** All stages, by their names in the protocol. */
export const STAGES: { readonly [name: string]: StageDefinition } = {
  add_fields: addFields,
  collection,
  collection_group: collectionGroup,
  database,
  documents,
  let: letVariables,
  limit,
  offset,
  remove_fields: removeFields,
  select,
  sort,
  subcollection,
  where,
};
