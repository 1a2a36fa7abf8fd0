// The Storage emulator loads storage.rules when it is saved, but its watcher misses saves that
// follow each other quickly, and it says nothing of warnings and nothing of what is in force after
// an error.
const { readFileSync } = require('node:fs');
const { basename, isAbsolute } = require('node:path');

exports.module = 'lib/emulator/storage/rules/manager.js';

exports.expected = {
  'a rules manager with loadRuleset() that keeps its ruleset after an error': (manager) => {
    const { loadRuleset } = managerPrototype(manager);
    return (
      loadRuleset.length === 0 &&
      /this\._runtime\.loadRuleset\(\{ files: \[this\._rules\] \}\)/.test(loadRuleset) &&
      /if \(ruleset\) \{\s*this\._ruleset = ruleset/.test(loadRuleset)
    );
  },
  'a rules manager with updateWatcher(rulesFile) that sets what stop() closes': (manager) => {
    const { updateWatcher, stop } = managerPrototype(manager);
    return (
      updateWatcher.length === 1 &&
      /this\._watcher = /.test(updateWatcher) &&
      /this\._watcher\.close\(\)/.test(stop)
    );
  },
};

const WATCH_INTERVAL_MS = 300;
/** The managers that have loaded their file once, whether it had errors or not. */
const started = new WeakSet();

exports.apply = (manager) => {
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
    // Rules that a test library sets have a name, but are not the content of a file of that name.
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
};

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The class is not exported. An instance that has not been started watches nothing. */
function managerPrototype({ createStorageRulesManager }) {
  return Object.getPrototypeOf(createStorageRulesManager({ name: '', content: '' }, {}));
}
