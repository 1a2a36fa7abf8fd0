// Rules that replace others (`PUT /internal/setRules`, which test libraries call) and have errors
// would leave the Storage emulator without any. This keeps the previous ones in force.
exports.module = 'lib/emulator/storage/index.js';

exports.expected = {
  'StorageEmulator.replaceRules(rules) and createRulesManager(rules)': ({ StorageEmulator }) => {
    const { replaceRules, createRulesManager } = StorageEmulator.prototype;
    return (
      replaceRules.length === 1 &&
      createRulesManager.length === 1 &&
      /this\._rulesManager = this\.createRulesManager\(rules\);/.test(replaceRules)
    );
  },
};

exports.apply = ({ StorageEmulator }) => {
  StorageEmulator.prototype.replaceRules = async function replaceGoodRules(rules) {
    const manager = this.createRulesManager(rules);
    const issues = await manager.start();
    const isGood = issues.errors.length === 0;
    const replaced = isGood ? this._rulesManager : manager;
    if (isGood) this._rulesManager = manager;
    await replaced.stop();
    return issues;
  };
};
