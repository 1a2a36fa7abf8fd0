/**
 * True in `npm run test:deep`, for tests that take minutes or need programs that few machines have.
 */
export const IS_DEEP_RUN = process.env.SAVEPOINT_DEEP !== undefined;
