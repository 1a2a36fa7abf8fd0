import { adminApi } from './admin-endpoints.ts';
import { defineUndo } from './undo.ts';

/** Restores a deletion by its id. */
export const undoDeletion = defineUndo<string>('deletion', (deletedId, dispatch) =>
  dispatch(adminApi.endpoints.restoreDeleted.initiate({ deletedId })).unwrap(),
);
