import type { StageDefinition } from './parser.ts';
import { addFields } from './stages/add-fields.ts';
import { aggregate } from './stages/aggregate.ts';
import { collection } from './stages/collection.ts';
import { collectionGroup } from './stages/collection-group.ts';
import { database } from './stages/database.ts';
import { distinct } from './stages/distinct.ts';
import { documents } from './stages/documents.ts';
import { findNearest } from './stages/find-nearest.ts';
import { letVariables } from './stages/let.ts';
import { limit } from './stages/limit.ts';
import { literals } from './stages/literals.ts';
import { offset } from './stages/offset.ts';
import { removeFields } from './stages/remove-fields.ts';
import { replaceWith } from './stages/replace-with.ts';
import { sample } from './stages/sample.ts';
import { select } from './stages/select.ts';
import { sort } from './stages/sort.ts';
import { subcollection } from './stages/subcollection.ts';
import { union } from './stages/union.ts';
import { unnest } from './stages/unnest.ts';
import { where } from './stages/where.ts';

/** All stages by protocol name. */
export const STAGES: { readonly [name: string]: StageDefinition } = {
  add_fields: addFields,
  aggregate,
  collection,
  collection_group: collectionGroup,
  database,
  distinct,
  documents,
  find_nearest: findNearest,
  let: letVariables,
  limit,
  literals,
  offset,
  remove_fields: removeFields,
  replace_with: replaceWith,
  sample,
  select,
  sort,
  subcollection,
  union,
  unnest,
  where,
};
