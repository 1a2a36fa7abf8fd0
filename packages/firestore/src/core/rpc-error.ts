// Re-exports the errors shared by all gRPC emulators, so that this package's folders import them
// from one place.
export * from '@savepoint/server/core/rpc-error';
