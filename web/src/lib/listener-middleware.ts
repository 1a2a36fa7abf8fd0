import type { ListenerEffectAPI, TypedStartListening } from '@reduxjs/toolkit';
import type { AppDispatch, RootState } from '../app/store.ts';

/** The argument with which a feature's `listenTo…` function registers its listeners. */
export type StartListening = TypedStartListening<RootState, AppDispatch>;

/** The API that a listener's effect uses to read and change the store. */
export type ListenerApi = ListenerEffectAPI<RootState, AppDispatch>;
