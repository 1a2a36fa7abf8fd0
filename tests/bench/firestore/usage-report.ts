// Preloaded into a measured process: replies to each message of the parent with process.cpuUsage().
// The IPC channel must not keep the process alive.

process.on('message', () => process.send?.(process.cpuUsage()));
process.channel?.unref();
