// Each part describes how a sign-in differs from one in production.
import type { Patch } from '../patch.ts';
import { authBlockingEvents } from './auth-blocking-events.ts';
import { authSessions } from './auth-sessions.ts';

export const authSignIns: Patch = {
  name: 'auth-sign-ins',
  reason: 'sign-ins call the functions, and begin and end the sessions, that they do in production',
  upstream: [
    'docs/upstream/auth-blocking-events.md',
    'docs/upstream/auth-refresh-tokens.md',
    'docs/upstream/auth-time.md',
  ],
  modules: [authBlockingEvents, ...authSessions],
};
