import { createAction } from '@reduxjs/toolkit';
import type { FailedSearch } from '@savepoint/model/visit';

/** A search found nothing to buy. */
export const searchFailed = createAction<FailedSearch>('search/searchFailed');
