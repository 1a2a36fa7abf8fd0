import type { ListenerEffectAPI, TypedStartListening } from '@reduxjs/toolkit';
import type { AppDispatch, RootState } from '../app/store.ts';

/** What a feature's `listenTo…` function takes to register its listeners. */
export type StartListening = TypedStartListening<RootState, AppDispatch>;

/** What a listener's effect is given to read and change the store. */
export type ListenerApi = ListenerEffectAPI<RootState, AppDispatch>;
