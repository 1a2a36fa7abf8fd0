import { createAction } from '@reduxjs/toolkit';
import type { FailedSearch } from '@savepoint/model/visit';

/** A search without results. */
export const searchFailed = createAction<FailedSearch>('search/searchFailed');
