export default {
  requireIndexes: true,
  seed: { command: 'node seed.mjs' },
};
