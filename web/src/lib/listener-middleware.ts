import type { ListenerMiddlewareInstance } from '@reduxjs/toolkit';

/** What a feature's `listenTo…` function takes to register its listeners. */
export type StartListening = ListenerMiddlewareInstance['startListening'];
