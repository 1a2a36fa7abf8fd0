/** Whether a host name is localhost, a name under it, in 127.0.0.0/8 or ::1. Takes `[::1]` too. */
export declare function isLoopbackHost(host: string): boolean;
