export * from 'savepoint-stack/recording/expectations';
