// The errors of every emulator that speaks gRPC, under the name by which this package's folders
// import them.
export * from '@savepoint/server/core/rpc-error';
