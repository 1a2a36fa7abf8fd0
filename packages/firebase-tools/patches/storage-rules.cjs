// The Storage emulator evaluates rules in a Java program that it downloads. This takes its place
// with our rules engine: the module savepoint-firestore/storage-rules, whose file
// SAVEPOINT_STORAGE_RULES names. Without the variable nothing changes.
const { basename } = require('node:path');
const { pathToFileURL } = require('node:url');
const { tracer } = require('./tracer.cjs');

exports.module = 'lib/emulator/storage/rules/runtime.js';

exports.expected = {
  'StorageRulesRuntime.start(), stop(), loadRuleset(source) and verifyWithRuleset(name, request)': ({
    StorageRulesRuntime,
  }) => {
    const { start, stop, loadRuleset, verifyWithRuleset } = StorageRulesRuntime.prototype;
    return (
      start.length === 0 && stop.length === 0 && loadRuleset.length === 1 && verifyWithRuleset.length === 2
    );
  },
  'StorageRulesetInstance(runtime, version, name) that asks verifyWithRuleset': ({
    StorageRulesetInstance,
  }) =>
    StorageRulesetInstance.length === 3 &&
    /verifyWithRuleset\(/.test(StorageRulesetInstance.prototype.verify),
  'StorageRulesIssues with errors and warnings': ({ StorageRulesIssues }) => {
    const { errors, warnings } = new StorageRulesIssues(['error'], ['warning']);
    return errors[0] === 'error' && warnings[0] === 'warning';
  },
};

/** firebase-tools' own tests use the names of the groups, which no request has. */
const METHOD_OF_GROUP = { read: 'get', write: 'create' };

exports.apply = ({ StorageRulesRuntime, StorageRulesetInstance, StorageRulesIssues }, load) => {
  const file = process.env.SAVEPOINT_STORAGE_RULES;
  if (file === undefined) return;
  let engine;
  const rulesets = new Map();
  Object.assign(StorageRulesRuntime.prototype, {
    async start() {
      engine ??= await import(pathToFileURL(file).href);
      this._alive = true;
    },
    async stop() {
      this._alive = false;
    },
    async loadRuleset({ files: [{ name, content }] }) {
      const { ruleset, issues } = engine.compileStorageRules(content, {
        fileName: basename(name),
        onDebug(text) {
          for (const line of text.split('\n')) loggerOf(load).log('INFO', line);
        },
      });
      const linesOf = (severity) =>
        issues.filter((issue) => issue.severity === severity).map(engine.issueLine);
      const report = new StorageRulesIssues(linesOf('ERROR'), linesOf('WARNING'));
      if (ruleset === undefined) return { issues: report };
      const key = String(rulesets.size);
      rulesets.set(key, ruleset);
      return { issues: report, ruleset: new StorageRulesetInstance(this, Number(ruleset.version), key) };
    },
    async verifyWithRuleset(key, { method, path, file: { before, after }, token, projectId, delimiter }) {
      const request = {
        method: METHOD_OF_GROUP[method] ?? method,
        // A name such as `a//b` has an empty segment, which no rule can name.
        path: path.split('/').filter((segment) => segment !== ''),
        auth: token === undefined ? null : engine.authOfToken(token),
        time: new Date(),
        resource: withNulls(before),
        newResource: withNulls(after),
        delimiter,
      };
      const { allowed, explanation } = await rulesets
        .get(key)
        .authorize(request, (segments) => readDocument(load, projectId, segments));
      recordDecision(request, allowed, explanation);
      return { permitted: allowed, issues: new StorageRulesIssues([], allowed ? [] : [explanation]) };
    },
  });
};

/** A span `authorize` below that of the request, with the names that Firestore's have. */
function recordDecision({ method, path }, allowed, explanation) {
  const span = tracer?.activeSpan()?.child('authorize', {
    attributes: {
      'rules.method': method,
      'rules.path': path.join('/'),
      'rules.outcome': allowed ? 'allow' : 'deny',
      ...(!allowed && { 'rules.message': explanation }),
    },
  });
  span?.end();
}

/** Metadata that is not set is null in rules. */
function withNulls(resource) {
  if (!resource) return null;
  return Object.fromEntries(Object.entries(resource).map(([name, value]) => [name, value ?? null]));
}

/** Null for a document that does not exist, undefined for one that cannot be read. */
async function readDocument(load, projectId, path) {
  const { EmulatorRegistry } = load('../../registry');
  const { Emulators } = load('../../types');
  const name = `projects/${projectId}/databases/(default)/documents/${path.join('/')}`;
  if (!EmulatorRegistry.isRunning(Emulators.FIRESTORE)) {
    loggerOf(load).log('WARN', `The rules read ${name}, but the Firestore emulator does not run.`);
    return undefined;
  }
  const url = EmulatorRegistry.url(Emulators.FIRESTORE);
  url.pathname = `/v1/${name.split('/').map(encodeURIComponent).join('/')}`;
  const response = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  if (response.ok) return response.json();
  if (response.status === 404) return null;
  loggerOf(load).log('WARN', `The rules cannot read ${name}: ${response.status} ${await response.text()}`);
  return undefined;
}

function loggerOf(load) {
  const { EmulatorLogger } = load('../../emulatorLogger');
  return EmulatorLogger.forEmulator(load('../../types').Emulators.STORAGE);
}
