export * from '@savepoint/server/core/rpc-error';
