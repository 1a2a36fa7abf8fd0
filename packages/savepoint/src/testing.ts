export * from 'savepoint-stack/recorded-trace';
