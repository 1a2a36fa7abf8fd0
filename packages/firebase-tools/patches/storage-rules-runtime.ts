// The Storage emulator evaluates rules in a Java program that it downloads. This replaces it with
// our rules engine: the module savepoint-firestore/storage-rules, whose path is in
// SAVEPOINT_STORAGE_RULES. Without the variable nothing changes.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasSource, type Load, patchModule } from '../patch.ts';
import type { Logger } from './functions-emulator.ts';
import { tracer } from './tracer.ts';

type Resource = Readonly<Record<string, unknown>>;

interface RulesRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly auth: { readonly uid: string } | null;
  readonly time: Date;
  readonly resource: Resource | null;
  readonly newResource: Resource | null;
  readonly delimiter: string | undefined;
}

interface Issue {
  readonly severity: string;
}

/** The used parts of packages/firestore/src/rules/storage-ruleset.ts. */
interface RulesEngine {
  compileStorageRules(
    content: string,
    options: { readonly fileName: string; onDebug(text: string): void },
  ): { readonly ruleset?: Ruleset; readonly issues: readonly Issue[] };
  issueLine(issue: Issue): string;
  authOfToken(token: string): { readonly uid: string } | null;
}

interface Ruleset {
  readonly version: string;
  authorize(
    request: RulesRequest,
    readDocument: (path: readonly string[]) => Promise<unknown>,
  ): Promise<Decision>;
}

interface Decision {
  readonly allowed: boolean;
  /** One line for the terminal. */
  readonly message: string;
  readonly explanation: object;
}

/** The emulator's question about a request. */
interface Verification {
  readonly method: string;
  readonly path: string;
  readonly file: { readonly before?: Resource; readonly after?: Resource };
  readonly token?: string;
  readonly projectId: string;
  readonly delimiter?: string;
}

interface Runtime {
  _alive: boolean;
  start(...args: readonly unknown[]): Promise<void>;
  stop(): void | Promise<void>;
  loadRuleset(source: {
    readonly files: readonly { readonly name: string; readonly content: string }[];
  }): Promise<{ readonly issues: object; readonly ruleset?: object }>;
  verifyWithRuleset(
    name: string,
    request: Verification,
    ...others: readonly unknown[]
  ): Promise<{ readonly permitted: boolean; readonly issues: object }>;
}

interface RuntimeModule {
  readonly StorageRulesRuntime: { readonly prototype: Runtime };
  readonly StorageRulesetInstance: (new (
    runtime: Runtime,
    version: number,
    name: string,
  ) => object) & {
    readonly prototype: { verify(request: Verification): Promise<unknown> };
  };
  readonly StorageRulesIssues: new (
    errors: readonly string[],
    warnings: readonly string[],
  ) => { readonly errors: readonly string[]; readonly warnings: readonly string[] };
}

interface LoggerModule {
  readonly EmulatorLogger: { forEmulator(emulator: string): Logger };
}

interface Types {
  readonly Emulators: { readonly FIRESTORE: string; readonly STORAGE: string };
}

interface RegistryModule {
  readonly EmulatorRegistry: { isRunning(emulator: string): boolean; url(emulator: string): URL };
}

/** firebase-tools' own tests use the names of method groups, which no request has. */
const METHOD_OF_GROUP: Readonly<Record<string, string>> = { read: 'get', write: 'create' };

export const storageRulesRuntime = patchModule<RuntimeModule>('lib/emulator/storage/rules/runtime.js', {
  expected: {
    'StorageRulesRuntime.start(), stop(), loadRuleset(source) and verifyWithRuleset(name, request)': ({
      StorageRulesRuntime: { prototype },
    }) =>
      prototype.start.length === 0 &&
      prototype.stop.length === 0 &&
      prototype.loadRuleset.length === 1 &&
      prototype.verifyWithRuleset.length === 2,
    'StorageRulesetInstance(runtime, version, name) that asks verifyWithRuleset': ({
      StorageRulesetInstance,
    }) =>
      StorageRulesetInstance.length === 3 &&
      hasSource(StorageRulesetInstance.prototype.verify, /verifyWithRuleset\(/),
    'StorageRulesIssues with errors and warnings': ({ StorageRulesIssues }) => {
      const { errors, warnings } = new StorageRulesIssues(['error'], ['warning']);
      return errors[0] === 'error' && warnings[0] === 'warning';
    },
  },
  apply({ StorageRulesRuntime: { prototype }, StorageRulesetInstance, StorageRulesIssues }, load) {
    const file = process.env.SAVEPOINT_STORAGE_RULES;
    if (file === undefined) return;
    const rulesets = new Map<string, Ruleset>();
    let loading: Promise<RulesEngine> | undefined;
    const loadEngine = (): Promise<RulesEngine> => {
      loading ??= import(pathToFileURL(file).href);
      return loading;
    };
    prototype.start = async function startEngine() {
      await loadEngine();
      this._alive = true;
    };
    prototype.stop = async function stopEngine() {
      this._alive = false;
    };
    prototype.loadRuleset = async function compile({ files: [source] }) {
      const engine = await loadEngine();
      const { name, content } = source ?? { name: '', content: '' };
      const { ruleset, issues } = engine.compileStorageRules(content, {
        fileName: basename(name),
        onDebug(text) {
          for (const line of text.split('\n')) loggerOf(load).log('INFO', line);
        },
      });
      const linesOf = (severity: string): string[] =>
        issues.filter((issue) => issue.severity === severity).map(engine.issueLine);
      const report = new StorageRulesIssues(linesOf('ERROR'), linesOf('WARNING'));
      if (ruleset === undefined) return { issues: report };
      const key = String(rulesets.size);
      rulesets.set(key, ruleset);
      return { issues: report, ruleset: new StorageRulesetInstance(this, Number(ruleset.version), key) };
    };
    prototype.verifyWithRuleset = async function authorize(key, verification) {
      const { method, path, file: files, token, projectId, delimiter } = verification;
      const engine = await loadEngine();
      const request: RulesRequest = {
        method: METHOD_OF_GROUP[method] ?? method,
        // A name such as `a//b` contains an empty segment, which no rule can match.
        path: path.split('/').filter((segment) => segment !== ''),
        auth: token === undefined ? null : engine.authOfToken(token),
        time: new Date(),
        resource: withNulls(files.before),
        newResource: withNulls(files.after),
        delimiter,
      };
      const ruleset = rulesets.get(key);
      if (ruleset === undefined) throw new Error(`There is no ruleset ${key}`);
      const decision = await ruleset.authorize(request, (segments) =>
        readDocument(load, projectId, segments),
      );
      recordDecision(request, decision);
      const { allowed, message } = decision;
      return { permitted: allowed, issues: new StorageRulesIssues([], allowed ? [] : [message]) };
    };
  },
});

/**
 * Records a span `authorize` below that of the request, with the same attribute names as
 * Firestore's.
 */
function recordDecision({ method, path, auth }: RulesRequest, { allowed, explanation }: Decision): void {
  const span = tracer?.activeSpan()?.child('authorize', {
    attributes: {
      'rules.method': method,
      'rules.path': path.join('/'),
      ...(auth !== null && { 'rules.uid': auth.uid }),
      'rules.outcome': allowed ? 'allow' : 'deny',
      ...(!allowed && { 'rules.explanation': JSON.stringify(explanation) }),
    },
  });
  span?.end();
}

/** Unset metadata is null in rules. */
function withNulls(resource: Resource | undefined): Resource | null {
  if (!resource) return null;
  return Object.fromEntries(Object.entries(resource).map(([name, value]) => [name, value ?? null]));
}

/** Null for a nonexistent document, undefined for one that cannot be read. */
async function readDocument(load: Load, projectId: string, path: readonly string[]): Promise<unknown> {
  const { EmulatorRegistry } = load<RegistryModule>('../../registry');
  const { Emulators } = load<Types>('../../types');
  const name = `projects/${projectId}/databases/(default)/documents/${path.join('/')}`;
  if (!EmulatorRegistry.isRunning(Emulators.FIRESTORE)) {
    loggerOf(load).log('WARN', `The rules read ${name}, but the Firestore emulator is not running.`);
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

function loggerOf(load: Load): Logger {
  const { EmulatorLogger } = load<LoggerModule>('../../emulatorLogger');
  return EmulatorLogger.forEmulator(load<Types>('../../types').Emulators.STORAGE);
}
