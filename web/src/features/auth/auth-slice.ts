// The message of the last failed auth operation (specification, section 8).
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionStarted } from '../../session/session-slice.ts';

interface AuthState {
  readonly error: string | null;
}

export const authSlice = createSlice({
  name: 'auth',
  initialState: { error: null } as AuthState,
  reducers: {
    authFailed: (_state, action: PayloadAction<string>): AuthState => ({ error: action.payload }),
    authErrorCleared: (): AuthState => ({ error: null }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionStarted, (): AuthState => ({ error: null }));
  },
  selectors: { selectAuthError: (state): string | null => state.error },
});

export const { authFailed, authErrorCleared } = authSlice.actions;
export const { selectAuthError } = authSlice.selectors;
