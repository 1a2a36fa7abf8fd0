/**
 * The entry point for Cloud Storage rules (`service firebase.storage`). Like ruleset.ts it has no
 * I/O: objects are passed in, and Firestore documents are read with a function that is passed in.
 * https://firebase.google.com/docs/reference/security/storage
 */
import { fromJson, type JsonObject } from '@bufbuild/protobuf';
import { type Explanation, explanationLine } from '@savepoint/server/rules/explanation';
import { type Issue, IssueList } from '@savepoint/server/rules/issue';
import { SourceText } from '@savepoint/server/rules/source-text';
import { DocumentSchema } from '../gen/google/firestore/v1/document_pb.js';
import { parseAuthorization } from './auth-token.ts';
import { type CompiledRules, compileRules } from './compile/ruleset-compiler.ts';
import { type AccessBudget, CachedDocumentLookups, type DocumentAccess } from './evaluate/document-lookup.ts';
import {
  type AllowOutcome,
  type EvaluationContext,
  evaluateAllowStatements,
} from './evaluate/evaluate-allow-statements.ts';
import { Decision } from './explain/decision.ts';
import { parseAndCheck } from './parse-and-check.ts';
import { JsonMap, type RulesDocument } from './runtime/document-value.ts';
import { type TargetPath, UNKNOWN_SEGMENT, UNKNOWN_SEGMENTS } from './runtime/match-pattern.ts';
import { authMap, type RulesMethod, type RulesRequest } from './runtime/request-value.ts';
import { LiteralMap, RulesPath, RulesTimestamp, type RulesValue } from './runtime/value.ts';
import { parseRules } from './syntax/parser.ts';
import type { RulesFile } from './syntax/syntax.ts';

/** The properties of an object as seen by rules. Dates become timestamps, whole numbers ints. */
export type StorageObject = Readonly<Record<string, unknown>>;

/** One operation on an object, or a list. */
export interface StorageRequest {
  readonly method: RulesMethod;
  /** `b`, the bucket, `o` and the segments of the object name; for a list, those of the prefix. */
  readonly path: readonly string[];
  readonly auth: RulesRequest['auth'];
  readonly time: Date;
  /** The object before the operation; null when there is none, and for a list. */
  readonly resource: StorageObject | null;
  /** The object as the operation would leave it; null for reads and deletes. */
  readonly newResource: StorageObject | null;
  /** Lists only: `/` lists one level; without it, objects at all depths are listed. */
  readonly delimiter?: string;
}

/** The decision on an operation. */
export interface StorageDecision {
  readonly allowed: boolean;
  /**
   * One line: `get /b/bucket/o/a.png denied: storage.rules:5:19 'request.auth != null' is false`.
   */
  readonly message: string;
  readonly explanation: Explanation;
}

/** A document in the JSON form of Firestore's REST API; what is not listed is not used. */
interface StoredDocumentJson {
  readonly fields?: JsonObject;
}

/**
 * Reads a document of the project's default database in the JSON format of Firestore's REST API.
 * `path` contains the segments after `/documents`. Null is a nonexistent document; undefined is one
 * that cannot be read, which makes the call an evaluation error.
 */
export type DocumentReader = (path: readonly string[]) => Promise<StoredDocumentJson | null | undefined>;

/** Options of `compileStorageRules`. */
export interface StorageRulesOptions {
  /** The file name in issues and explanations. Default `storage.rules`. */
  readonly fileName?: string;
  /** Receives the output of `debug()`. Default: standard output. */
  readonly onDebug?: (text: string) => void;
}

/**
 * The maximum number of distinct documents that `firestore.get()` and `firestore.exists()` look up
 * per request. As documented, one more is an evaluation error.
 */
const LOOKUPS_PER_REQUEST = 2;

/** Compiles Storage rules. The ruleset is undefined if an issue is an error. Never throws. */
export function compileStorageRules(
  text: string,
  options: StorageRulesOptions = {},
): { ruleset: StorageRuleset | undefined; issues: readonly Issue[] } {
  const source = new SourceText(text, options.fileName ?? 'storage.rules');
  const issues = new IssueList(source);
  const file = parseAndCheck(source, 'firebase.storage', issues);
  const ruleset = file === undefined ? undefined : new StorageRuleset(file, source, options);
  return { ruleset, issues: issues.sorted() };
}

/** An issue as one line: `storage.rules:3:5 ERROR Unexpected 'alow'.` */
export function issueLine({ severity, description, sourcePosition }: Issue): string {
  const { fileName, line, column } = sourcePosition;
  return `${fileName}:${line}:${column} ${severity} ${description}`;
}

/** Returns whether a source contains Storage rules and nothing else; false if it does not parse. */
export function isStorageRules(text: string): boolean {
  const source = new SourceText(text, 'storage.rules');
  const services = parseRules(source, new IssueList(source))?.services ?? [];
  return services.length > 0 && services.every(({ name }) => name === 'firebase.storage');
}

/**
 * The user identified by a token of the Authorization header; null if it identifies none.
 * Signatures are not checked.
 */
export function authOfToken(token: string): RulesRequest['auth'] {
  try {
    const authorization = parseAuthorization(`Bearer ${token}`);
    return authorization.kind === 'user' ? { uid: authorization.uid, token: authorization.token } : null;
  } catch {
    return null;
  }
}

/** Compiled rules of Storage. Immutable. */
export class StorageRuleset {
  /** Version 1 has no `list`. */
  readonly version: '1' | '2';
  readonly source: SourceText;
  readonly #rules: CompiledRules;
  readonly #onDebug: (text: string) => void;

  /** Use `compileStorageRules`, which checks the file. */
  constructor(file: RulesFile, source: SourceText, options: StorageRulesOptions) {
    this.version = file.version;
    this.source = source;
    this.#rules = compileRules(file, source, 'firebase.storage');
    this.#onDebug = options.onDebug ?? ((text) => console.log(text));
  }

  /** Decides on one operation. Evaluation errors deny it. Rejects only when `read` does. */
  async authorize(request: StorageRequest, read: DocumentReader): Promise<StorageDecision> {
    const { decision, debugOutput } = await this.#decide(request, read);
    const explanation = decision.explain();
    for (const text of debugOutput) this.#onDebug(text);
    return { allowed: decision.allowed, message: explanationLine(explanation), explanation };
  }

  /** Decides like `authorize` and explains the decision. Also returns the output of `debug()`. */
  async explain(
    request: StorageRequest,
    read: DocumentReader,
  ): Promise<{ readonly explanation: Explanation; readonly debugMessages: readonly string[] }> {
    const { decision, debugOutput } = await this.#decide(request, read);
    return { explanation: decision.explain(), debugMessages: debugOutput };
  }

  async #decide(
    request: StorageRequest,
    read: DocumentReader,
  ): Promise<{ readonly decision: Decision; readonly debugOutput: readonly string[] }> {
    const documents = new LoadedDocuments();
    // Conditions reveal the documents that they need only during evaluation: each is loaded, then
    // evaluation starts again.
    for (;;) {
      const debugOutput: string[] = [];
      try {
        const decision = this.#evaluate(request, documents, (text) => debugOutput.push(text));
        return { decision, debugOutput };
      } catch (missing) {
        if (!(missing instanceof MissingDocument)) throw missing;
        await documents.load(missing, read);
      }
    }
  }

  #evaluate(request: StorageRequest, access: DocumentAccess, onDebug: (text: string) => void): Decision {
    const lookups = new CachedDocumentLookups(access, NO_SHARED_BUDGET, LOOKUPS_PER_REQUEST);
    const requestMap = requestValue(request);
    const resource = request.resource === null ? null : new JsonMap(request.resource);
    const allows = this.#rules.allowsByMethod.get(request.method) ?? [];
    let context: EvaluationContext | undefined;
    let outcomes: readonly AllowOutcome[] = [];
    for (const targetPath of targetPaths(request)) {
      const attempt = { targetPath, resource, request, requestMap, lookups };
      const found = evaluateAllowStatements(allows, attempt, { onDebug });
      // The outcomes of a path that no statement matches would hide those of the other path.
      if (context !== undefined && found.length === 0) break;
      context = attempt;
      outcomes = found;
      if (outcomes.at(-1)?.outcome === true) break;
    }
    return new Decision(this.#rules, this.source, request, context, outcomes);
  }
}

const NO_SHARED_BUDGET: AccessBudget | undefined = undefined;

/**
 * The paths on which an operation is decided. A list is granted on the path of its prefix, or for
 * all objects that it can return: those below the prefix at any depth or, with a delimiter,
 * directly below it.
 */
function targetPaths({ method, path, delimiter }: StorageRequest): readonly TargetPath[] {
  if (method !== 'list') return [path];
  return [path, [...path, delimiter === '/' ? UNKNOWN_SEGMENT : UNKNOWN_SEGMENTS]];
}

/** The value of `request`. `params` is empty for these methods. */
function requestValue({ method, path, auth, time, newResource }: StorageRequest): LiteralMap {
  return new LiteralMap(
    new Map<string, RulesValue>([
      ['auth', auth === null ? null : authMap(auth)],
      ['method', method],
      ['params', new LiteralMap(new Map())],
      ['path', new RulesPath(path)],
      ['resource', newResource === null ? null : new JsonMap(newResource)],
      ['time', new RulesTimestamp(BigInt(time.getTime()) * 1_000_000n)],
    ]),
  );
}

/** Thrown by an evaluation that needs a document. */
class MissingDocument {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    this.path = path;
  }
}

/** Storage rules read only the project's default database. */
const READABLE_DATABASE = '(default)';

/** The documents that have been read for one decision. */
class LoadedDocuments implements DocumentAccess {
  readonly #documents = new Map<string, RulesDocument | null | undefined>();

  get(path: readonly string[], databaseId: string): RulesDocument | null | undefined {
    if (databaseId !== READABLE_DATABASE) return undefined;
    const key = path.join('/');
    if (!this.#documents.has(key)) throw new MissingDocument(path);
    return this.#documents.get(key);
  }

  /** A Storage request writes no documents. */
  getAfter(path: readonly string[], databaseId: string): RulesDocument | null | undefined {
    return this.get(path, databaseId);
  }

  async load({ path }: MissingDocument, read: DocumentReader): Promise<void> {
    const found = await read(path);
    this.#documents.set(path.join('/'), found ? toRulesDocument(path, found) : found);
  }
}

function toRulesDocument(path: readonly string[], { fields = {} }: StoredDocumentJson): RulesDocument {
  return { path, fields: fromJson(DocumentSchema, { fields }).fields };
}
