import { hasSource, patchModule } from '../patch.ts';

interface RulesManager {
  start(): Promise<{ readonly errors: readonly string[] }>;
  stop(): Promise<void>;
}

interface StorageModule {
  readonly StorageEmulator: {
    readonly prototype: {
      _rulesManager: RulesManager;
      createRulesManager(rules: unknown): RulesManager;
      replaceRules(rules: unknown): ReturnType<RulesManager['start']>;
    };
  };
}

/**
 * If rules set by `PUT /internal/setRules`, which test libraries call, contain errors, the Storage
 * emulator would be left without rules. This keeps the previous ones in force.
 */
export const storageRulesReplacement = patchModule<StorageModule>('lib/emulator/storage/index.js', {
  expected: {
    'StorageEmulator.replaceRules(rules) and createRulesManager(rules)': ({
      StorageEmulator: { prototype },
    }) =>
      prototype.replaceRules.length === 1 &&
      prototype.createRulesManager.length === 1 &&
      hasSource(prototype.replaceRules, /this\._rulesManager = this\.createRulesManager\(rules\);/),
  },
  apply({ StorageEmulator: { prototype } }) {
    prototype.replaceRules = async function replaceGoodRules(rules) {
      const manager = this.createRulesManager(rules);
      const issues = await manager.start();
      const isGood = issues.errors.length === 0;
      const replaced = isGood ? this._rulesManager : manager;
      if (isGood) this._rulesManager = manager;
      await replaced.stop();
      return issues;
    };
  },
});
