// The patches of packages/firebase-tools/patches against altered copies of the modules that they
// change, and once against the whole start.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATCHES } from '../../packages/firebase-tools/patches.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { processesWithVariable, ROOT, runKit } from './kit-process.ts';

const PRELOAD = join(ROOT, 'packages', 'firebase-tools', 'preload.cjs');
const requireFile = createRequire(import.meta.url);

const INSTALLED = join(ROOT, 'node_modules', 'firebase-tools');
const { version } = requireFile(join(INSTALLED, 'package.json')) as { version: string };

const WORKER = 'lib/emulator/functionsRuntimeWorker.js';
const EMULATOR = 'lib/emulator/functionsEmulator.js';
const SHARED = 'lib/emulator/functionsEmulatorShared.js';
const DOWNLOADABLE = 'lib/emulator/downloadableEmulators.js';
const FIRESTORE = 'lib/emulator/firestoreEmulator.js';
const PORTS = 'lib/emulator/portUtils.js';
const LOGGER = 'lib/emulator/emulatorLogger.js';
const VERSIONING = 'lib/deploy/functions/runtimes/node/versioning.js';
const AUTH_OPERATIONS = 'lib/emulator/auth/operations.js';
const AUTH_STATE = 'lib/emulator/auth/state.js';
const HANDLERS = 'lib/emulator/auth/handlers.js';
const EXPRESS = 'lib/emulator/ExpressBasedEmulator.js';
const HUB_EXPORT = 'lib/emulator/hubExport.js';
const RULES_RUNTIME = 'lib/emulator/storage/rules/runtime.js';
const RULES_MANAGER = 'lib/emulator/storage/rules/manager.js';
const STORAGE = 'lib/emulator/storage/index.js';
const STORAGE_JSON_API = 'lib/emulator/storage/apis/gcloud.js';
const STORAGE_EVENTS = 'lib/emulator/storage/cloudFunctions.js';
const STORAGE_LAYER = 'lib/emulator/storage/files.js';
const STORAGE_METADATA = 'lib/emulator/storage/metadata.js';
const STORAGE_MULTIPART = 'lib/emulator/storage/multipart.js';
const STORAGE_SERVER = 'lib/emulator/storage/server.js';
const REGISTRY = 'lib/emulator/registry.js';
const PUBSUB = 'lib/emulator/pubsubEmulator.js';
const EXTENSIONS_VALIDATION = 'lib/emulator/extensions/validation.js';
const DATABASE = 'lib/emulator/databaseEmulator.js';
const ADMIN_SDK_CONFIG = 'lib/emulator/adminSdkConfig.js';
const TASKS = 'lib/emulator/tasksEmulator.js';
const NODE_DELEGATE = 'lib/deploy/functions/runtimes/node/index.js';
const PARAMS = 'lib/deploy/functions/params.js';
const PYTHON = 'lib/functions/python.js';
const EVENTARC_UTILS = 'lib/emulator/eventarcEmulatorUtils.js';
const HOSTING_PROXY = 'lib/hosting/proxy.js';
const HOSTING_INIT = 'lib/hosting/initMiddleware.js';
const FUNCTIONS_PROXY = 'lib/hosting/functionsProxy.js';
const CLOUD_RUN_PROXY = 'lib/hosting/cloudRunProxy.js';
const API_CLIENT = 'lib/apiv2.js';
const CONFIG_VALIDATION = 'lib/firebaseConfigValidate.js';
/** Packages that firebase-tools depends on. */
const EXEGESIS = 'exegesis/lib/oas3/Schema/validators';
const SUPERSTATIC = 'superstatic/lib/middleware';
const PATTERNS = 'superstatic/lib/utils/patterns';
const EXPRESS_PACKAGE = 'express';
const RUNTIME_CHOICE = 'lib/deploy/functions/runtimes/node/parseRuntimeAndValidateSDK.js';

/** The shape that the patches expect, without the dependencies of the real modules. */
const STUBS: Readonly<Record<string, string>> = {
  [WORKER]: `
    exports.RuntimeWorkerState = { BUSY: 'BUSY', IDLE: 'IDLE', FINISHING: 'FINISHING', FINISHED: 'FINISHED' };
    exports.RuntimeWorker = class {
      get state() { return this._state; }
      set state(state) { this._state = state; }
      onLogs(listener, forever = false) { this.runtime.events.on("log", listener); }
      isSocketReady() {}
      async waitForSocketReady() { try { await this.isSocketReady(); } catch ({ code }) { ["ECONNREFUSED", "ENOENT"].includes(code); } }
      request(req, resp, body, debug) { send({ ...this.runtime.conn.httpReqOpts() }); }
    };
    exports.RuntimeWorkerPool = class {
      getKey(triggerId, runtime) {}
      getIdleWorker(triggerId, runtime) {}
      getTriggerWorkers(triggerId, runtime) {}
      refresh() { for (const workers of this.workers.values()) {} }
      exit() { for (const workers of this.workers.values()) {} }
      addWorker(trigger, runtime, extensionLogInfo, runtimeType) { return worker; }
      async submitRequest(triggerId, req, resp, body, debug, runtime) { return worker.request(req, resp, body, !!debug); }
    };`,
  [SHARED]: `
    exports.emulatedFunctionsFromEndpoints = (endpoints) => endpoints.map((endpoint) => {
      const eventTrigger = endpoint.eventTrigger;
      return { id: \`\${endpoint.region}-\${endpoint.id}\`, eventTrigger: { eventType: eventTrigger.eventType } };
    });
    exports.getSignatureType = (def) => 'http';
    exports.getSecretLocalPath = (backend, projectDir) => backend.functionsDir + '/.secret.local';`,
  [EMULATOR]: `
    const env_1 = { setEnvVarsForEmulators: Object.assign };
    exports.FunctionsEmulator = class {
      async startRuntime(backend, trigger) { return worker; }
      async connect() { await this.loadTriggers(backend, true); }
      async resolveSecretEnvs(backend, trigger) { return trigger?.secretEnvironmentVariables; }
      getSystemEnvs(trigger) {
        const envs = {};
        envs.FUNCTION_TARGET = trigger.entryPoint;
        envs.FUNCTION_SIGNATURE_TYPE = 'http';
        envs.K_SERVICE = trigger.name;
      }
      getInfo() { const [host, port] = ['127.0.0.1', 5001]; return { host, port, }; }
      createHubServer() {
        const hub = express();
        const httpsFunctionRoute = \`/\${this.args.projectId}/:region/:trigger_name\`;
        return hub;
      }
      async handleHttpsTrigger(req, res) {
        let triggerId = req.params.trigger_name;
        if (req.params.region) triggerId = \`\${req.params.region}-\${triggerId}\`;
        if (!this.triggers[triggerId]) return res.send('Function does not exist, valid functions are');
        log('Failed to handle request');
      }
      getBackendInfo() {
        const backendInfo = this.staticBackends.map((backend) => backend);
        return backendInfo;
      }
      async performPostLoadOperations() {
        await client.patch(path, { blockingFunctions: this.blockingFunctionsConfig });
      }
      getV1FirestoreAttributes(projectId, key, eventTrigger) { return { eventTrigger: { ...eventTrigger } }; }
      getV2FirestoreAttributes(projectId, key, eventTrigger) { return { bundle, path }; }
      getRuntimeEnvs(backend, trigger) { return { ...this.getSystemEnvs(trigger), ...this.getEmulatorEnvs() }; }
      getEmulatorEnvs() {
        const envs = { A: '1', FIREBASE_DEBUG_FEATURES: JSON.stringify({ skipTokenVerification: true, enableCors: true }) };
        const emulatorInfos = {};
        (0, env_1.setEnvVarsForEmulators)(envs, emulatorInfos);
        return envs;
      }
      static getHttpFunctionUrl(projectId, name, region, info) {}
      async addTaskQueueTrigger(projectId, location, entryPoint, defaultUri, taskQueueTrigger) {}
      async addFirestoreTrigger(projectId, key, eventTrigger, signature) { return true; }
      async addRealtimeDatabaseTrigger(projectId, id, key, eventTrigger, signature, region) { return true; }
      async addPubsubTrigger(triggerName, key, eventTrigger, signatureType, schedule) { return true; }
      addTriggerRecord(def, opts) {
        const key = this.getTriggerKey(def);
        this.triggers[key] = { def };
      }
      async disableBackgroundTriggers() { Object.values(this.triggers).forEach((record) => { record.enabled = false; }); }
      async reloadTriggers() {}
      addBlockingTrigger(url, blockingTrigger) {
        if (blockingTrigger.eventType === v1_1.BEFORE_CREATE_EVENT) { this.triggers = { beforeCreate: { functionUri: url } }; }
        else { this.triggers = { beforeSignIn: { functionUri: url } }; }
      }
      async discoverTriggers(emulatableBackend) {}
      async loadTriggers(emulatableBackend) {
        let triggerDefinitions = await this.discoverTriggers(emulatableBackend);
        this.workerPools[emulatableBackend.codebase].refresh();
      }
    };`,
  [DOWNLOADABLE]: `
    exports.requiresJava = (name) => true;`,
  [FIRESTORE]: `
    const downloadableEmulators = {};
    exports.FirestoreEmulator = class {
      async start() { return downloadableEmulators.start('firestore', this.args); }
      stop() { return downloadableEmulators.stop('firestore'); }
    };`,
  [PORTS]: `
    exports.resolveHostAndAssignPorts = async (listenConfig) => {
      const result = {};
      for (const [name, config] of Object.entries(listenConfig)) {
        if (config instanceof Array) {
          result[name] = config;
        } else {
          result[name] = 'checked';
        }
      }
      return result;
    };`,
  [LOGGER]: `
    exports.EmulatorLogger = class {
      constructor(name) { this.name = name; }
      log(type, text, data) { console.log(type + ' ' + text); }
      logLabeled(type, label, text) { console.log(type + ' ' + label + ': ' + text); }
      handleRuntimeLog(log) {
        switch (log.level) {
          case "USER": this.log('USER', '> ' + log.text, { user: utils.tryParse(log.text) });
        }
      }
    };
    const utils = { tryParse: (text) => text };`,
  [VERSIONING]: `
    exports.getLatestSDKVersion = () => 'the answer of npm';
    exports.checkFunctionsSDKVersion = (version) => { const latest = exports.getLatestSDKVersion();
      if (!latest) { return; }
    };`,
  [HANDLERS]: `
    exports.registerHandlers = function (app, getState) {
      app.get(\`/emulator/auth/iframe\`, (_, res) => res.end('<script src="https://apis.google.com/js/api.js"></script>'));
    };`,
  [AUTH_STATE]: `
    const encodeRefreshToken = JSON.stringify;
    exports.encodeRefreshToken = encodeRefreshToken;
    exports.decodeRefreshToken = (token) => JSON.parse(token);
    exports.ProjectState = class {
      createRefreshTokenFor(user, provider, { extraClaims } = {}) { return encodeRefreshToken({ provider }); }
      validateRefreshToken(token) { const user = this.getUserByLocalId('id'); return { user }; }
      updateUserByLocalId(localId, fields, options = {}) {}
    };`,
  [AUTH_OPERATIONS]: `
    exports.authOperations = {
      identitytoolkit: { accounts: { async signUp(state, body, context) {}, update(state, body, context) {} } },
      securetoken: { token(state, body) { state.validateRefreshToken(body.refreshToken); } },
    };`,
  [EXPRESS]: `
    exports.ExpressBasedEmulator = class { createExpressApp() { return Promise.resolve({ post() {} }); } };
    exports.ExpressBasedEmulator.PATH_EXPORT = '/_admin/export';`,
  [HUB_EXPORT]: `
    const fs = require('node:fs');
    const fse = { moveSync: fs.renameSync };
    exports.HubExport = class {
      constructor(path, tmpDir) { this.exportPath = path; this.tmpDir = tmpDir; }
      async exportAll() {
        fs.rmSync(this.exportPath, { recursive: true, force: true });
        fse.moveSync(this.tmpDir, this.exportPath);
      }
    };
    exports.HubExport.METADATA_FILE_NAME = 'firebase-export-metadata.json';`,
  [RULES_RUNTIME]: `
    exports.StorageRulesRuntime = class {
      async start(autoDownload = true) {}
      stop() {}
      async loadRuleset(source) {}
      async verifyWithRuleset(rulesetName, opts, overrides = {}) {}
    };
    exports.StorageRulesetInstance = class {
      constructor(runtime, rulesVersion, rulesetName) {}
      async verify(opts) { return this.runtime.verifyWithRuleset(this.rulesetName, opts); }
    };
    exports.StorageRulesIssues = class { constructor(errors, warnings) { this.errors = errors; this.warnings = warnings; } };`,
  [RULES_MANAGER]: `
    class Manager {
      async loadRuleset() {
        const { ruleset, issues } = await this._runtime.loadRuleset({ files: [this._rules] });
        if (ruleset) { this._ruleset = ruleset; return issues; }
      }
      updateWatcher(rulesFile) { this._watcher = watch(rulesFile); }
      async stop() { await this._watcher.close(); }
    }
    exports.createStorageRulesManager = (rules, runtime) => new Manager();`,
  [STORAGE]: `
    exports.StorageEmulator = class {
      createRulesManager(rules) {}
      async replaceRules(rules) { this._rulesManager = this.createRulesManager(rules); return this._rulesManager.start(); }
    };`,
  [STORAGE_METADATA]: `
    exports.StoredFileMetadata = class {
      constructor(opts, _cloudFunctions, bytes) { this.generation = opts.generation || Date.now(); }
      asRulesResource(proposedChanges) { const proposedMetadata = this.clone(); }
      static fromJSON(data, cloudFunctions) { return new this(JSON.parse(data), cloudFunctions); }
    };`,
  [STORAGE_JSON_API]: `
    exports.createCloudEndpoints = function (emulator) { const { adminStorageLayer, uploadService } = emulator; };`,
  [STORAGE_EVENTS]: `
    exports.StorageCloudFunctions = class {
      async dispatch(action, object) {}
      createCloudEventRequestBody(action, object) { return { source: object.bucket }; }
      createLegacyEventRequestBody(action, object) { return { eventId: String(Date.now()) }; }
    };`,
  [STORAGE_LAYER]: `
    exports.StorageLayer = class {
      async uploadObject(upload) { await this.validate(); this._persistence.deleteFile(filePath, true); this.store(); }
      async updateObjectMetadata(request) {}
      copyObject(request) { this._persistence.deleteFile(destinationFilePath, true); this.store(); }
    };`,
  [STORAGE_MULTIPART]: `
    exports.parseObjectUploadMultipartRequest = (contentType, body) => ({ metadataRaw: '{}', dataRaw: Buffer.from('hi') });
    exports.parseFormDataMultipartRequest = (contentType, body) => [
      { type: 'field', name: 'key', value: 'a' },
      { type: 'file', name: 'file', filename: 'b', contentType: 'text/plain', data: Buffer.from('hi') },
    ];`,
  [REGISTRY]: `
    exports.EmulatorRegistry = class {
      static async start(instance) { this.set(instance.getName(), instance); }
      static isRunning(emulator) {}
    };`,
  [EXTENSIONS_VALIDATION]: `
    exports.checkForUnemulatedTriggerTypes = (backend, options) =>
      backend.services.map((service) => Constants.getServiceName(service));`,
  [DATABASE]: `
    exports.DatabaseEmulator = class {
      async start() { downloadableEmulators.start('database'); }
      async stop() { downloadableEmulators.stop('database'); }
      async importData(ns, fPath) { this.importedNamespaces.push(ns); }
    };`,
  [ADMIN_SDK_CONFIG]: 'exports.getProjectAdminSdkConfigOrCached = async (projectId) => ({ projectId });',
  [PUBSUB]: `
    exports.PubsubEmulator = class {
      async start() { return downloadableEmulators.start("pubsub", this.args); }
      getInfo() { return { port: this.args.port }; }
      async maybeCreateTopicAndSub(topicName) { return sub; }
      createLegacyEventRequestBody(topic, message) { return { data: { data: message.data, attributes } }; }
      createCloudEventRequestBody(topic, message) { return { id: randomUUID() }; }
      async onMessage(topicName, message) { const triggers = this.triggersForTopic.get(topicName); }
      async stop() { this.subscriptionForTopic.clear(); this.triggersForTopic.clear(); this._pubsub = undefined; }
    };`,
  [STORAGE_SERVER]: `
    exports.createApp = function (defaultProjectId, emulator) { raw({ limit: "130mb" }); };`,
  [RUNTIME_CHOICE]: `
    exports.getRuntimeChoice = (sourceDir, runtimeFromConfig) => runtimeFromConfig || 'nodejs22';`,
  [TASKS]: `
    exports.TasksEmulator = class {
      async start() { const { host, port } = this.getInfo(); const server = this.createHubServer().listen(port, host); }
      async stop() { await this.destroyServer(); this.controller.stop(); }
      getInfo() { return { host: this.args.host || 'localhost', port: this.args.port || 9499 }; }
    };`,
  [CONFIG_VALIDATION]: 'exports.getValidator = () => ajv.compile({});',
  [EXEGESIS]: `
    exports.generateRequestValidator = (schema, location, isRequired, type) => () => {};
    exports.generateResponseValidator = (schema, location, isRequired) => () => {};`,
  [SUPERSTATIC]: `
    exports.headers = (spec, config) => {};
    exports.missing = (spec, config) => {};
    exports.redirects = () => ({ superstatic: { redirects: [{ type: status }] } }, response) =>
      response.superstatic.handle({ redirect: '/c/%2526', status });`,
  [PATTERNS]: 'exports.configMatcher = (path, config) => {}; exports.createRaw = (pattern) => {};',
  [PARAMS]: `
    exports.ParamValue = class ParamValue {
      static fromList(ls, delimiter = ',') { return new ParamValue(ls.join(delimiter)); }
    };`,
  [PYTHON]: `
    exports.runWithVirtualEnv = function (commandAndArgs) {
      const args = [];
      args.push("&&", ...commandAndArgs);
      return { args, shell: true };
    };`,
  [NODE_DELEGATE]: `
    exports.Delegate = class {
      findFunctionsBinary() {
        const sdkPath = require.resolve("firebase-functions", { paths: [this.sourceDir] });
        return path.join(sdkPath, ".bin", "firebase-functions");
      }
      async discoverBuild(config, env) {
        const discoveryPath = process.env.FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH;
        if (discoveryPath === "true") discover();
      }
    };`,
  [EVENTARC_UTILS]: 'exports.cloudEventFromProtoToJson = (event) => {};',
  [HOSTING_INIT]: 'exports.initMiddleware = (init) => (req, res, next) => res.end(init.emulatorsJs);',
  [HOSTING_PROXY]: `
    exports.errorRequestHandler = (error) => {};
    exports.proxyRequestHandler = (url, rewriteIdentifier, options = {}) => async (req) => {
      const headers = new Headers({ Cookie: sessionCookie || "", });
      for (const key of Object.keys(req.headers)) { if (value === undefined) { headers.delete(key); } }
      await send(headers);
    };`,
  [API_CLIENT]: 'exports.Client = class { async request(options) { if (options.signal) send(options); } };',
  [FUNCTIONS_PROXY]: `
    exports.functionsProxy = (options) => (rewrite) => {
      let region;
      region = rewrite.function.region || 'us-central1';
    };`,
  [CLOUD_RUN_PROXY]: `
    exports.default = (options) => async (rewrite) =>
      FunctionsEmulator.getHttpFunctionUrl(projectId, rewrite.run.serviceId, rewrite.run.region);`,
  [EXPRESS_PACKAGE]: `
  exports.application = { handle(request, response, callback) { const done = callback || finalhandler(); } };
  exports.response = { send(body) {}, json(body) {} };`,
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firebase-tools-patches-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A firebase-tools package of stubs; `code` is its command line. */
function runStubs(
  stubs: Readonly<Record<string, string | undefined>>,
  code = '',
  env: NodeJS.ProcessEnv = {},
): { code: number | null; output: string } {
  const root = join(folder, 'node_modules', 'firebase-tools');
  const main = join(root, 'lib', 'bin', 'firebase.js');
  const sources = Object.entries({ ...STUBS, ...stubs });
  for (const [module, source] of sources) {
    if (source === undefined) continue;
    const file = module.startsWith('lib/')
      ? join(root, module)
      : join(folder, 'node_modules', module, 'index.js');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  mkdirSync(dirname(main), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'firebase-tools', version: '99.0.0' }));
  const requires = Object.keys(STUBS).map(
    (module) => `require(${JSON.stringify(module.startsWith('lib/') ? join(root, module) : module)});`,
  );
  writeFileSync(main, `${requires.join('\n')}\n${code}\nconsole.log('started');`);
  const result = spawnSync(process.execPath, ['--require', PRELOAD, main], {
    encoding: 'utf8',
    // Caches must not store files of temporary folders.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, SAVEPOINT_FIRESTORE_HOST: undefined, ...env },
  });
  return { code: result.status, output: result.stdout + result.stderr };
}

/** The first unmet expectation of a patch for modules with these sources. */
function unmetExpectation(
  name: string,
  sources: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const modules = PATCHES.find((patch) => patch.name === name)?.modules ?? [];
  for (const { module, findUnmet } of modules) {
    const file = join(folder, `${randomUUID()}.cjs`);
    writeFileSync(
      file,
      isBuiltin(module) ? `module.exports = require('${module}');` : (sources[module] ?? ''),
    );
    const unmet = findUnmet(requireFile(file));
    if (unmet !== undefined) return `${module} to have ${unmet}`;
  }
  return undefined;
}

describe('the patches of firebase-tools', () => {
  it('apply to modules of the expected shape', () => {
    expect(runStubs({})).toEqual({ code: 0, output: 'started\n' });
  });

  it('remove skipTokenVerification from the environment of the functions and keep the rest', () => {
    const { output } = runStubs(
      {},
      `const { FunctionsEmulator } = require('../emulator/functionsEmulator.js');
      const emulator = Object.assign(new FunctionsEmulator(), { workerPools: { default: { getKey: () => 'default' } } });
      console.log(JSON.stringify(emulator.getRuntimeEnvs({ codebase: 'default' }, {})));`,
    );
    const envs = JSON.parse(output.split('\n', 1)[0] as string) as Record<string, string>;
    expect(envs.A).toBe('1');
    expect(JSON.parse(envs.FIREBASE_DEBUG_FEATURES ?? '')).toEqual({
      skipTokenVerification: false,
      enableCors: true,
    });
  });

  it('keep skipTokenVerification for an Auth blocking function', () => {
    const { output } = runStubs(
      {},
      `const { FunctionsEmulator } = require('../emulator/functionsEmulator.js');
      const trigger = { blockingTrigger: { eventType: 'providers/cloud.auth/eventTypes/user.beforeCreate' } };
      const emulator = Object.assign(new FunctionsEmulator(), { workerPools: { default: { getKey: () => 'default' } } });
      console.log(emulator.getRuntimeEnvs({ codebase: 'default' }, trigger).FIREBASE_DEBUG_FEATURES);`,
    );
    expect(JSON.parse(output.split('\n', 1)[0] as string)).toMatchObject({ skipTokenVerification: true });
  });

  it('need no Java for Storage, nor for Firestore if SAVEPOINT_FIRESTORE_HOST names one', () => {
    const code = `const { requiresJava } = require('../emulator/downloadableEmulators.js');
      console.log(requiresJava('firestore'), requiresJava('storage'), requiresJava('database'));`;
    const address = { SAVEPOINT_FIRESTORE_HOST: '127.0.0.1:8080' };
    expect(runStubs({}, code).output).toContain('true false true\n');
    expect(runStubs({}, code, address).output).toContain('false false true\n');
  });

  it('leave the Firestore of SAVEPOINT_FIRESTORE_HOST and its ports to its owner', () => {
    const { output } = runStubs(
      {},
      `const { FirestoreEmulator } = require('../emulator/firestoreEmulator.js');
      const { resolveHostAndAssignPorts } = require('../emulator/portUtils.js');
      const auth = { host: '127.0.0.1', port: 9099 };
      const firestore = { host: '127.0.0.1', port: 8080 };
      const emulator = new FirestoreEmulator();
      Promise.all([emulator.start(), emulator.stop(), resolveHostAndAssignPorts({ auth, firestore })])
        .then((all) => console.log(JSON.stringify(all)));`,
      { SAVEPOINT_FIRESTORE_HOST: '127.0.0.1:8080' },
    );
    const ports = {
      auth: 'checked',
      firestore: [{ address: '127.0.0.1', family: 'IPv4', port: 8080 }],
    };
    expect(output).toContain(`${JSON.stringify([null, null, ports])}\n`);
  });

  it('escape quoted requests in a line of an emulator, but not lines of functions', () => {
    const { output } = runStubs(
      {},
      `const { EmulatorLogger } = require('../emulator/emulatorLogger.js');
      new EmulatorLogger('storage').log('WARN', 'get /b/x/o/\\x1b]52;c;x\\x07\\nfirebase  fake\\n    at frame');
      new EmulatorLogger('pubsub').logLabeled('WARN', 'pubsub', 'topic \\x9b\\u2028');
      new EmulatorLogger('functions').log('USER', '>  first\\n>  second');`,
    );
    expect(output.split('\n').slice(0, 5)).toEqual([
      'WARN get /b/x/o/\\u001b]52;c;x\\u0007\\u000afirebase  fake',
      '    at frame',
      'WARN pubsub: topic \\u009b\\u2028',
      'USER >  first',
      '>  second',
    ]);
  });

  it('name the function of a line, and leave other lines alone', () => {
    const { output } = runStubs(
      {},
      `const { EmulatorLogger } = require('../emulator/emulatorLogger.js');
      const logger = new EmulatorLogger('functions');
      logger.handleRuntimeLog({ level: 'USER', text: 'paid', data: { function: 'createOrder' } });
      logger.handleRuntimeLog({ level: 'USER', text: 'loaded', data: {} });`,
    );
    expect(output.split('\n').slice(0, 2)).toEqual(['USER >  [createOrder] paid', 'USER > loaded']);
  });

  it('do not query npm for a version of firebase-functions', () => {
    const { output } = runStubs(
      {},
      `console.log(require('../deploy/functions/runtimes/node/versioning.js').getLatestSDKVersion());`,
    );
    expect(output).toBe('undefined\nstarted\n');
  });

  it('let functions request machine metadata from the Functions emulator', () => {
    const { output } = runStubs(
      {},
      `const { FunctionsEmulator } = require('../emulator/functionsEmulator.js');
      console.log(JSON.stringify(new FunctionsEmulator().getEmulatorEnvs()));`,
    );
    expect(JSON.parse(output.split('\n', 1)[0] as string)).toMatchObject({
      GCE_METADATA_HOST: '127.0.0.1:5001',
    });
  });

  it('reject a request of another origin on every server of the process', () => {
    const { output } = runStubs(
      {},
      `const server = require('node:http').createServer((_, response) => response.end('handled'));
      server.listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port;
        for (const origin of ['https://evil.example', 'http://localhost:1']) {
          console.log((await fetch(url, { headers: { origin } })).status);
        }
        server.close();
      });`,
    );
    expect(output).toMatch(/^started\n403\n200\nRejected GET on 127\.0\.0\.1:\d+: .*--allow-origin https:/);
  });

  it('fail only the request whose handler throws, immediately or later, and end no server', () => {
    const { code, output } = runStubs(
      {},
      `const handlers = {
        '/at-once': () => { throw new Error('at once'); },
        '/promise': async () => { throw new Error('promise'); },
        '/timer': () => setTimeout(() => { throw new Error('timer'); }),
        '/body': (request) => request.resume().on('end', () => { throw new Error('body'); }),
        '/stream': () => require('node:fs').createReadStream('/no/such/file'),
        '/begun': (request, response) => response.write('half', () => { throw new Error('begun'); }),
        '/fine': (request, response) => response.end('fine'),
      };
      const server = require('node:http').createServer((request, response) => handlers[request.url](request, response));
      server.listen(0, '127.0.0.1', async () => {
        for (const path of Object.keys(handlers)) {
          const url = 'http://127.0.0.1:' + server.address().port + path;
          const send = async () => { const sent = await fetch(url, { method: 'POST', body: 'x' }); return sent.status + ' ' + await sent.text(); };
          console.log(path + ' ' + await send().catch(() => 'broken off'));
        }
        server.close();
        setTimeout(() => { throw new Error('of no request'); });
      });`,
    );
    const responses = output.split('\n').filter((line) => line.startsWith('/'));
    expect(responses).toEqual([
      expect.stringMatching(/^\/at-once 500 .*"The request could not be processed: at once"/),
      expect.stringMatching(/^\/promise 500 .*promise/),
      expect.stringMatching(/^\/timer 500 .*timer/),
      expect.stringMatching(/^\/body 500 .*body/),
      expect.stringMatching(/^\/stream 500 .*ENOENT/),
      '/begun broken off',
      '/fine 200 fine',
    ]);
    expect(output).toContain('POST /begun failed: Error: begun');
    expect(output).toContain('Error: of no request');
    expect(code).toBe(1);
  });

  /**
   * Exports in one process to folders with these files; one without `files` does not exist.
   * Resolves with the remaining files of each, and the output.
   */
  function exportTo(...folders: (readonly string[] | undefined)[]): { output: string; left: string[][] } {
    const exports = folders.map((files, index) => {
      const [target, temporary] = ['target', 'temporary'].map((name) => join(folder, `${name}-${index}`));
      mkdirSync(temporary as string);
      writeFileSync(join(temporary as string, 'new-export'), '');
      if (files !== undefined) mkdirSync(target as string);
      for (const file of files ?? []) writeFileSync(join(target as string, file), '');
      return { target: target as string, temporary: temporary as string };
    });
    const output = runExports(exports);
    return { output, left: exports.map(({ target }) => readdirSync(target)) };
  }

  /** `target` is JSON of any kind; undefined is left out. */
  function runExports(exports: readonly { target?: unknown; temporary: string }[]): string {
    const { output } = runStubs(
      {},
      `const { HubExport } = require('../emulator/hubExport.js');
      const exportAll = async () => {
        for (const { target, temporary } of ${JSON.stringify(exports)}) {
          await new HubExport(target, temporary).exportAll().catch((error) => console.log(error.message));
        }
      };
      exportAll();`,
    );
    for (const { temporary } of exports) expect(existsSync(temporary)).toBe(false);
    return output;
  }

  it('let an export replace a folder that does not exist, is empty or has an earlier export', () => {
    const earlier = ['firebase-export-metadata.json', 'auth_export', 'firestore_export'];
    expect(exportTo(undefined, [], earlier).left).toEqual([['new-export'], ['new-export'], ['new-export']]);
  });

  it('keep a folder with files other than an export, delete partial output and say why', () => {
    const folders = [['notes.txt'], ['firebase-export-metadata.json', 'notes.txt']];
    const { output, left } = exportTo(...folders);
    expect(left).toEqual(folders);
    const lines = output.split('\n').filter((line) => line.includes('holds'));
    expect(lines).toEqual([
      expect.stringContaining('holds files that are not an export'),
      expect.stringContaining('holds notes.txt, which is not part of an export'),
    ]);
    const remedy = 'Name a folder that does not exist, is empty or holds an earlier export.';
    expect(lines.filter((line) => line.includes(remedy))).toHaveLength(2);
  });

  it('reject an export to a path that is not absolute', () => {
    const targets = ['relative/folder', undefined, 7, ['/tmp']];
    const output = runExports(
      targets.map((target) => ({ target, temporary: mkdtempSync(join(folder, 'temporary-')) })),
    );
    expect(output.match(/is not an absolute path/g)).toHaveLength(targets.length);
  });

  const without = (file: string, text: string, replacement = '') => ({
    [file]: (STUBS[file] as string).replace(text, replacement),
  });

  it.each([
    [
      'schemas',
      { [EXEGESIS]: 'exports.generateValidator = () => {};' },
      'functions generateRequestValidator(schema, location, isRequired, type)',
    ],
    [
      'schemas',
      { [CONFIG_VALIDATION]: 'exports.getValidator = () => true;' },
      'a function getValidator() that compiles a schema',
    ],
    [
      'hosting',
      { [SUPERSTATIC]: 'exports.headers = (spec, config) => {};' },
      'functions headers(spec) and missing(spec)',
    ],
    [
      'hosting',
      without(PATTERNS, 'createRaw = (pattern)', 'createRaw = ()'),
      'configMatcher(path, config) and createRaw(pattern)',
    ],
    [
      'hosting',
      without(SUPERSTATIC, '%2526', '%26'),
      'redirects() that respond with superstatic.handle({ redirect, status })',
    ],
    [
      'hosting',
      without(HOSTING_PROXY, 'await send', 'send'),
      'proxyRequestHandler(url, name) that copies the headers of the request before it waits',
    ],
    [
      'hosting',
      without(HOSTING_INIT, 'init.emulatorsJs', 'init.js'),
      'initMiddleware(init) that sends init.emulatorsJs',
    ],
    [
      'hosting',
      without(FUNCTIONS_PROXY, 'rewrite.function.region ||', 'rewrite.region ||'),
      'functionsProxy(options) that takes a rewrite with its function.region',
    ],
    [
      'hosting',
      without(CLOUD_RUN_PROXY, 'rewrite.run.serviceId', 'rewrite.run.name'),
      'a handler of rewrites that passes run.serviceId on as the name of a function',
    ],
    ['shared-workers', without(WORKER, "IDLE: 'IDLE', "), 'worker states BUSY and IDLE'],
    [
      'shared-workers',
      without(WORKER, 'getIdleWorker', 'takeWorker'),
      'getKey, getIdleWorker and getTriggerWorkers',
    ],
    [
      'shared-workers',
      without(WORKER, 'refresh()', 'restart()'),
      'refresh() and exit() that end this.workers',
    ],
    [
      'shared-workers',
      without(WORKER, ", FINISHED: 'FINISHED'"),
      'worker states BUSY, IDLE, FINISHING and FINISHED',
    ],
    ['shared-workers', without(WORKER, '"ENOENT"', '"EPIPE"'), 'repeats after ECONNREFUSED and ENOENT only'],
    [
      'shared-workers',
      without(WORKER, 'request(req, resp, body, debug)', 'request(req, resp)'),
      'RuntimeWorker.request(',
    ],
    [
      'shared-workers',
      without(WORKER, 'return worker.request(', 'return worker.send('),
      'RuntimeWorkerPool.submitRequest(',
    ],
    [
      'shared-workers',
      without(WORKER, 'runtime, extensionLogInfo,', 'runtime,'),
      'RuntimeWorkerPool.addWorker(',
    ],
    [
      'shared-workers',
      without(EMULATOR, 'envs.K_SERVICE = ', 'envs.SERVICE = '),
      'FUNCTION_TARGET, FUNCTION_SIGNATURE_TYPE and K_SERVICE',
    ],
    [
      'shared-workers',
      without(EMULATOR, 'trigger?.secretEnvironmentVariables', 'trigger?.secrets'),
      'FunctionsEmulator.resolveSecretEnvs(backend, trigger)',
    ],
    [
      'shared-workers',
      without(EMULATOR, '.refresh()', '.restart()'),
      'FunctionsEmulator.loadTriggers(backend) that refreshes the workers',
    ],
    [
      'shared-workers',
      without(EMULATOR, 'return worker;', ''),
      'FunctionsEmulator.startRuntime(backend, trigger)',
    ],
    [
      'shared-workers',
      without(EMULATOR, 'handleHttpsTrigger(req, res)', 'handleHttpsTrigger(context)'),
      'FunctionsEmulator.handleHttpsTrigger(req, res)',
    ],
    [
      'emulator-servers',
      without(SHARED, 'emulatedFunctionsFromEndpoints', 'emulatedFunctions'),
      'emulatedFunctionsFromEndpoints(endpoints)',
    ],
    [
      'emulator-servers',
      without(EMULATOR, 'return { bundle, path }', 'return { bundle }'),
      'returns { bundle, path }',
    ],
    [
      'auth-sign-ins',
      without(EMULATOR, 'addBlockingTrigger(url, blockingTrigger)', 'addBlockingTrigger(url)'),
      'addBlockingTrigger(url, blockingTrigger)',
    ],
    [
      'trigger-enabling',
      without(EMULATOR, 'record.enabled = false', 'record.disabled = true'),
      'disables records of this.triggers',
    ],
    [
      'trigger-enabling',
      without(STORAGE_EVENTS, 'dispatch(action, object)', 'dispatch(action)'),
      'StorageCloudFunctions.dispatch(action, object)',
    ],
    [
      'token-verification',
      without(EMULATOR, 'skipTokenVerification', 'skipTokens'),
      'skipTokenVerification in FIREBASE_DEBUG_FEATURES',
    ],
    [
      'token-verification',
      without(EMULATOR, 'getRuntimeEnvs(backend, trigger)', 'getRuntimeEnvs(backend)'),
      'FunctionsEmulator.getRuntimeEnvs(backend, trigger)',
    ],
    [
      'outbound-requests',
      without(VERSIONING, 'if (!latest)', 'if (latest)'),
      'checkFunctionsSDKVersion(version)',
    ],
    ['emulator-servers', without(DOWNLOADABLE, 'requiresJava = (name)', 'requiresJava = ()'), 'requiresJava'],
    ['emulator-servers', without(FIRESTORE, 'downloadableEmulators.start(', 'run('), 'start()'],
    ['emulator-servers', without(PORTS, 'instanceof Array', 'instanceof Set'), 'resolveHostAndAssignPorts('],
    [
      'emulator-servers',
      without(
        EMULATOR,
        'addFirestoreTrigger(projectId, key, eventTrigger, signature)',
        'addFirestoreTrigger()',
      ),
      'FunctionsEmulator.addFirestoreTrigger(',
    ],
    ['printable-logs', without(LOGGER, 'type, label, text', '...texts'), 'logLabeled(type, label, text)'],
    [
      'outbound-requests',
      without(HANDLERS, 'https://apis.google.com', 'https://www.gstatic.com'),
      '/emulator/auth/iframe',
    ],
    [
      'outbound-requests',
      { [HANDLERS]: 'exports.register = () => {};' },
      'registerHandlers(app, getProjectState)',
    ],
    [
      'auth-sign-ins',
      without(AUTH_STATE, 'validateRefreshToken(token)', 'validateRefreshToken()'),
      'ProjectState with createRefreshTokenFor(user, provider), validateRefreshToken(token)',
    ],
    [
      'auth-sign-ins',
      without(AUTH_STATE, 'JSON.parse(token)', '({})'),
      'encodeRefreshToken(record) and decodeRefreshToken(token)',
    ],
    [
      'auth-sign-ins',
      without(AUTH_OPERATIONS, 'state.validateRefreshToken', 'state.refresh'),
      'authOperations.securetoken.token(state, body) that validates a refresh token',
    ],
    [
      'auth-sign-ins',
      without(AUTH_OPERATIONS, 'update(state', 'setAccountInfo(state'),
      'authOperations.identitytoolkit.accounts.signUp(state, body, context)',
    ],
    ['exports', without(EXPRESS, 'createExpressApp', 'createApp'), 'ExpressBasedEmulator.createExpressApp()'],
    ['exports', without(EXPRESS, 'PATH_EXPORT', 'EXPORT'), 'ExpressBasedEmulator.PATH_EXPORT'],
    ['exports', without(HUB_EXPORT, 'fse.moveSync', 'fse.copySync'), 'HubExport.exportAll()'],
    ['exports', without(HUB_EXPORT, 'METADATA_FILE_NAME', 'METADATA'), 'HubExport.METADATA_FILE_NAME'],
    [
      'request-failures',
      without(EXPRESS_PACKAGE, 'callback ||', 'callback ??'),
      'application.handle(request, response, callback)',
    ],
    [
      'request-failures',
      without(EXPRESS_PACKAGE, 'json(body)', 'json(status, body)'),
      'response.send(body) and response.json(body)',
    ],
    [
      'storage-rules',
      without(RULES_RUNTIME, 'verifyWithRuleset(rulesetName, opts,', 'verifyWithRuleset(rulesetName,'),
      'verifyWithRuleset(name, request)',
    ],
    [
      'storage-rules',
      without(RULES_RUNTIME, 'this.runtime.verifyWithRuleset(', 'this.runtime.check('),
      'StorageRulesetInstance(runtime, version, name)',
    ],
    [
      'storage-rules',
      without(RULES_MANAGER, 'if (ruleset) {', 'if (!issues) {'),
      'a rules manager with loadRuleset()',
    ],
    [
      'storage-rules',
      without(RULES_MANAGER, 'await this._watcher.close();'),
      'updateWatcher(rulesFile) that sets what stop() closes',
    ],
    [
      'storage-rules',
      without(STORAGE, 'createRulesManager(rules) {}'),
      'StorageEmulator.replaceRules(rules) and createRulesManager(rules)',
    ],
    [
      'storage-rules',
      without(STORAGE_METADATA, 'this.clone()', 'this'),
      'StoredFileMetadata.asRulesResource(proposedChanges)',
    ],
    [
      'storage-api',
      without(STORAGE_SERVER, '130mb', '10mb'),
      'createApp(projectId, emulator) that takes bodies of 130 MB',
    ],
    [
      'storage-api',
      without(STORAGE_JSON_API, 'adminStorageLayer', 'storageLayer'),
      'createCloudEndpoints(emulator) that uses its adminStorageLayer and uploadService',
    ],
    [
      'event-payloads',
      without(STORAGE_EVENTS, '{ source:', '{ bucket:'),
      'createCloudEventRequestBody(action, object) with a source and no bucket',
    ],
    [
      'event-payloads',
      without(STORAGE_EVENTS, 'eventId', 'id'),
      'createLegacyEventRequestBody(action, object) with an eventId',
    ],
    [
      'storage-api',
      without(STORAGE_LAYER, 'filePath, true); this', 'filePath, true); await this'),
      'StorageLayer.uploadObject(upload) and copyObject(request)',
    ],
    [
      'storage-api',
      without(STORAGE_METADATA, 'Date.now()', 'nextGeneration()'),
      'whose generation is opts.generation or the time',
    ],
    [
      'storage-api',
      without(STORAGE_METADATA, 'JSON.parse(data)', 'data'),
      'StoredFileMetadata.fromJSON(data, cloudFunctions)',
    ],
    [
      'storage-api',
      without(STORAGE_MULTIPART, 'metadataRaw', 'metadata'),
      'parseObjectUploadMultipartRequest(contentType, body)',
    ],
    [
      'storage-api',
      without(STORAGE_MULTIPART, "value: 'a'", "text: 'a'"),
      'parseFormDataMultipartRequest(contentType, body)',
    ],
    [
      'emulator-servers',
      without(REGISTRY, 'isRunning(emulator)', 'isRunning()'),
      'EmulatorRegistry with start(instance) that registers it, and isRunning(emulator)',
    ],
    ['emulator-servers', without(PUBSUB, 'downloadableEmulators.start', 'run'), 'start() and getInfo()'],
    [
      'emulator-servers',
      without(PUBSUB, 'this._pubsub = undefined;'),
      'stop() that closes the subscriptions',
    ],
    [
      'emulator-servers',
      without(EXTENSIONS_VALIDATION, 'Constants.getServiceName(service)', 'service'),
      'checkForUnemulatedTriggerTypes(backend, options) that names services',
    ],
    ['emulator-servers', without(PUBSUB, 'return sub;'), 'maybeCreateTopicAndSub(topicName)'],
    ['emulator-servers', without(PUBSUB, 'data: message.data,', ''), 'that passes message.data on'],
    ['emulator-servers', without(PUBSUB, 'randomUUID', 'uuid'), 'with a random id'],
    ['emulator-servers', without(PUBSUB, 'triggersForTopic', 'triggers'), 'onMessage(topicName, message)'],
    [
      'emulator-servers',
      without(TASKS, 'createHubServer', 'createServer'),
      'TasksEmulator.start() that lets createHubServer() listen',
    ],
    ['emulator-servers', without(TASKS, 'this.args.port ||', ''), 'TasksEmulator.getInfo() that returns'],
    ['event-payloads', without(EVENTARC_UTILS, '(event)', '()'), 'cloudEventFromProtoToJson(event)'],
    [
      'outbound-requests',
      without(EMULATOR, '(0, env_1.setEnvVarsForEmulators)', 'setEnvVars'),
      'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators',
    ],
    [
      'emulator-servers',
      without(EMULATOR, 'this.discoverTriggers(', 'this.findTriggers('),
      'FunctionsEmulator.loadTriggers(backend) that awaits discoverTriggers(backend)',
    ],
    [
      'emulator-servers',
      without(EMULATOR, 'entryPoint, defaultUri,', 'entryPoint,'),
      'FunctionsEmulator.addTaskQueueTrigger(',
    ],
    [
      'request-failures',
      without(EMULATOR, 'const hub = express()', 'const app = express()'),
      'FunctionsEmulator.createHubServer() that creates an Express app',
    ],
    [
      'functions-loading',
      without(EMULATOR, 'const httpsFunctionRoute =', 'const route ='),
      'FunctionsEmulator.createHubServer() with a route for args.projectId',
    ],
    [
      'functions-loading',
      without(EMULATOR, 'blockingFunctions: this', 'functions: this'),
      'FunctionsEmulator.performPostLoadOperations(), which updates the blocking functions of Auth',
    ],
    [
      'functions-loading',
      without(EMULATOR, 'const backendInfo =', 'const info ='),
      'FunctionsEmulator.getBackendInfo() that lists this.staticBackends',
    ],
    [
      'functions-loading',
      without(EMULATOR, '!this.triggers[triggerId]', '!triggers[triggerId]'),
      'FunctionsEmulator.handleHttpsTrigger(req, res) that looks for the function in this.triggers',
    ],
    [
      'functions-loading',
      without(EMULATOR, 'discoverTriggers(emulatableBackend) {}', 'discoverTriggers() {}'),
      'FunctionsEmulator.discoverTriggers(backend) that loadTriggers awaits',
    ],
    [
      'list-parameters',
      without(PARAMS, 'ls.join', 'ls.concat'),
      'ParamValue.fromList(list) that joins the list',
    ],
    [
      'python-workers',
      without(PYTHON, 'shell: true', 'shell: false'),
      'runWithVirtualEnv(commandAndArgs) that runs them in a shell, after &&',
    ],
    [
      'functions-packages',
      without(NODE_DELEGATE, 'discoveryPath === "true"', 'discoveryPath'),
      'Delegate.discoverBuild(config, env) that looks for FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH',
    ],
    [
      'functions-packages',
      without(RUNTIME_CHOICE, 'runtimeFromConfig ||', 'false ||'),
      'getRuntimeChoice(sourceDir, runtimeFromConfig) that prefers runtimeFromConfig',
    ],
  ])('expect of a module what %s needs', (name, stubs, expected) => {
    expect(unmetExpectation(name, { ...STUBS, ...stubs })).toContain(expected);
    expect(unmetExpectation(name, STUBS)).toBeUndefined();
  });

  it('exit if one does not apply, and say what was expected', () => {
    expect(runStubs(without(WORKER, 'getIdleWorker', 'takeWorker'))).toEqual({
      code: 1,
      output: `patch shared-workers does not apply to firebase-tools 99.0.0: expected ${WORKER} to have RuntimeWorkerPool with getKey, getIdleWorker and getTriggerWorkers of (triggerId, runtime)\n`,
    });
  });

  it('exit if a module has been renamed', () => {
    const { code, output } = runStubs({ [HANDLERS]: undefined });
    expect(output).toBe(
      `patch outbound-requests does not apply to firebase-tools 99.0.0: expected a module ${HANDLERS}\n`,
    );
    expect(code).toBe(1);
  });
});

/** Renames a method in the source of the real module while it is loaded. */
const ALTERATION = `
  const Module = require('node:module');
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, file, ...rest) {
    const altered = file.endsWith(${JSON.stringify(WORKER)}) ? source.replace('getIdleWorker(triggerId, runtime) {', 'takeWorker(triggerId, runtime) {') : source;
    return compile.call(this, altered, file, ...rest);
  };`;

describe('npm start with a firebase-tools that a patch does not fit', () => {
  it('exits with 1, prints one line about the patch and leaves no process running', async () => {
    const preload = join(folder, 'alter.cjs');
    writeFileSync(preload, ALTERATION);
    const { offset } = await findFreeOffset();
    const marker = randomUUID();
    const { code, output } = runKit(['start', '--port-offset', String(offset)], {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${preload}`,
      SAVEPOINT_TEST_MARKER: marker,
    });
    expect(output.split('\n').filter((line) => line.startsWith('savepoint:'))).toEqual([
      `savepoint: patch shared-workers does not apply to firebase-tools ${version}: expected ${WORKER} to have RuntimeWorkerPool with getKey, getIdleWorker and getTriggerWorkers of (triggerId, runtime)`,
    ]);
    expect(code).toBe(1);
    expect(processesWithVariable('SAVEPOINT_TEST_MARKER', marker)).toEqual([]);
  }, 60_000);
});
