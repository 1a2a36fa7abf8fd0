// The session as plain data for every feature. Independent of the Auth SDK: features/auth turns its
// callbacks into these two events, and other features listen to them.

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Role } from '@savepoint/model/roles';

/** The signed-in shopper, as plain data. */
export interface SessionUser {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
  readonly photoURL?: string;
  /** The role from the claims of the ID token. For display only: rules and functions authorize. */
  readonly role?: Role;
  /** The provider of the address, such as `google.com`; absent for an account with a password. */
  readonly emailProvider?: string;
}

/** `loading` until the first auth state is known (specification, section 4). */
export type Session =
  | { readonly status: 'loading'; readonly user?: undefined }
  | { readonly status: 'signed-in'; readonly user: SessionUser }
  | { readonly status: 'signed-out'; readonly user?: undefined };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { status: 'loading' } as Session,
  reducers: {
    /** A shopper is signed in, or their name, photo or claims changed. */
    sessionStarted: (_state, action: PayloadAction<SessionUser>): Session => ({
      status: 'signed-in',
      user: action.payload,
    }),
    /** Nobody is signed in. */
    sessionEnded: (): Session => ({ status: 'signed-out' }),
  },
  selectors: {
    selectSession: (session): Session => session,
    selectUser: (session): SessionUser | undefined => session.user,
  },
});

export const { sessionStarted, sessionEnded } = sessionSlice.actions;
export const { selectSession, selectUser } = sessionSlice.selectors;
