// Owns the answer to "how much CPU have you used": loaded into a measured process before its program, it answers each
// message of the parent with the microseconds of CPU so far. It must not keep the process alive.

process.on('message', () => process.send?.(process.cpuUsage()));
process.channel?.unref();
