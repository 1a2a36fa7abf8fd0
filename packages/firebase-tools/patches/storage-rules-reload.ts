// The Storage emulator reloads storage.rules when it is saved, but its watcher misses saves in
// quick succession, and it reports neither warnings nor which rules are in force after an error.
import { readFileSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { hasSource, patchModule } from '../patch.ts';
import type { Logger } from './functions-emulator.ts';

interface RulesFile {
  readonly name: string;
  content: string;
}

interface RulesIssues {
  readonly all: readonly string[];
}

interface RulesManager {
  readonly _runtime: {
    loadRuleset(source: {
      readonly files: readonly RulesFile[];
    }): Promise<{ readonly ruleset?: object; readonly issues: RulesIssues }>;
  };
  readonly _rules: RulesFile;
  readonly _logger: Logger;
  _ruleset?: object;
  _watcher?: { close(): Promise<void> };
  loadRuleset(): Promise<RulesIssues>;
  updateWatcher(file: string): void | Promise<void>;
  stop(): Promise<void>;
}

interface ManagerModule {
  createStorageRulesManager(rules: RulesFile, runtime: object): RulesManager;
}

const WATCH_INTERVAL_MS = 300;

export const storageRulesReload = patchModule<ManagerModule>('lib/emulator/storage/rules/manager.js', {
  expected: {
    'a rules manager with loadRuleset() that keeps its ruleset after an error': (manager) => {
      const { loadRuleset } = managerPrototype(manager);
      return (
        loadRuleset.length === 0 &&
        hasSource(
          loadRuleset,
          /this\._runtime\.loadRuleset\(\{ files: \[this\._rules\] \}\)/,
          /if \(ruleset\) \{\s*this\._ruleset = ruleset/,
        )
      );
    },
    'a rules manager with updateWatcher(rulesFile) that sets what stop() closes': (manager) => {
      const { updateWatcher, stop } = managerPrototype(manager);
      return (
        updateWatcher.length === 1 &&
        hasSource(updateWatcher, /this\._watcher = /) &&
        hasSource(stop, /this\._watcher\.close\(\)/)
      );
    },
  },
  apply(manager) {
    /** Managers that have loaded their file at least once, with or without errors. */
    const started = new WeakSet<RulesManager>();
    const prototype = managerPrototype(manager);
    prototype.loadRuleset = async function loadAndReport() {
      const { ruleset, issues } = await this._runtime.loadRuleset({ files: [this._rules] });
      for (const issue of issues.all) this._logger.log('WARN', issue);
      const name = basename(this._rules.name);
      if (ruleset !== undefined) {
        if (started.has(this)) this._logger.logLabeled('BULLET', 'storage', `Rules updated: ${name}`);
        this._ruleset = ruleset;
      } else if (this._ruleset === undefined) {
        this._logger.log(
          'WARN',
          `${name} has errors and is not loaded: Storage denies the requests of clients.`,
        );
      } else {
        this._logger.log(
          'WARN',
          `Failed to update rules: ${name} has errors, the previous rules stay in force.`,
        );
      }
      started.add(this);
      return issues;
    };
    prototype.updateWatcher = async function watchContent(file) {
      // Rules set by a test library have a name but are not the content of a file with that name.
      let content = isAbsolute(file) ? this._rules.content : readText(file);
      const timer = setInterval(() => {
        const saved = readText(file);
        if (saved === undefined || saved === content) return;
        content = saved;
        this._rules.content = saved;
        void this.loadRuleset();
      }, WATCH_INTERVAL_MS).unref();
      this._watcher = { close: async () => clearInterval(timer) };
    };
  },
});

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The class is not exported. An instance that has not been started watches nothing. */
function managerPrototype({ createStorageRulesManager }: ManagerModule): RulesManager {
  return Object.getPrototypeOf(createStorageRulesManager({ name: '', content: '' }, {}));
}
