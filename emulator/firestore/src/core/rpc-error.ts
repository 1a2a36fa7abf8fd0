// The errors of every emulator that speaks gRPC, under the name by which this package's folders
// import them.
export * from '@savepoint/emulator-shared/core/rpc-error';
