import type { Hono } from 'hono';
import type { EmulatorEnv } from './app.ts';
import { type ListeningServer, type ListenOptions } from './listen-guarded.ts';
/** The addresses that an emulator may listen on. */
declare const LOOPBACK_HOSTS: readonly ['127.0.0.1', '::1', 'localhost'];
export type LoopbackListenHost = (typeof LOOPBACK_HOSTS)[number];
/**
 * Serves an application over HTTP/1.1 on the loopback interface, behind the guard.
 * @throws Error when the host is not a loopback address or the port is taken (`code` is EADDRINUSE)
 */
export declare function listen(app: Hono<EmulatorEnv>, options: ListenOptions): Promise<ListeningServer>;
export {};
