import { kitPath } from '../config/kit-files.ts';

/**
 * The preload that makes the dev server reject requests from other origins
 * (packages/server/src/guard).
 */
export const DEV_SERVER_PRELOAD = kitPath('stack', 'preload', 'dev-server.cjs');
