import { adminApi } from './admin-endpoints.ts';
import { defineUndo } from './undo.ts';

/** Restores what was deleted, by its id among the deleted. */
export const undoDeletion = defineUndo<string>('deletion', (deletedId, dispatch) =>
  dispatch(adminApi.endpoints.restoreDeleted.initiate({ deletedId })).unwrap(),
);
