import { kitPath } from '../config/kit-files.ts';

/**
 * The preload that makes the dev server reject requests of other origins
 * (kit/preload/inbound-guard.cjs).
 */
export const DEV_SERVER_PRELOAD = kitPath('preload', 'dev-server.cjs');
