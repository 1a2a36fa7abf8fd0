/**
 * Whether this is a run of `npm run test:deep`, for what takes minutes or needs programs that few
 * machines have.
 */
export const IS_DEEP_RUN = process.env.SAVEPOINT_DEEP !== undefined;
