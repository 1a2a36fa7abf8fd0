// Checks savepoint.config.ts by hand, because a project may write it in JavaScript.
import { UserError } from '../user-error.ts';
import type {
  AccountConfig,
  BuildConfig,
  DeployConfig,
  FunctionsConfig,
  LinkConfig,
  SavepointConfig,
  SeedConfig,
  ServiceConfig,
  WebConfig,
} from './define-config.ts';
import { EMULATORS } from './emulators.ts';
import { nearestFirst } from './unknown-name.ts';

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'object';

/** What a value may be. */
interface Shape {
  readonly kinds: readonly Kind[];
  readonly isRequired?: boolean;
  /** The fields of an object; without them it may have any. */
  readonly fields?: Readonly<Record<string, Shape>>;
  /** What the items of a list, or the values of an object, may be. */
  readonly each?: Shape;
}

/** The fields of an object of the configuration: all that its type has. */
type FieldsOf<T> = Readonly<Record<keyof T, Shape>>;

const TEXT: Shape = { kinds: ['text'] };
const NUMBER: Shape = { kinds: ['number'] };
const BOOLEAN: Shape = { kinds: ['boolean'] };
const ANY_FIELDS: Shape = { kinds: ['object'] };
const TEXTS: Shape = { kinds: ['list'], each: TEXT };
const TEXT_BY_NAME: Shape = { kinds: ['object'], each: TEXT };

const required = (shape: Shape): Shape => ({ ...shape, isRequired: true });
const object = <T>(fields: FieldsOf<T>): Shape => ({ kinds: ['object'], fields });
const listOf = (each: Shape): Shape => ({ kinds: ['list'], each });
const byName = (each: Shape): Shape => ({ kinds: ['object'], each });

const BUILD: FieldsOf<BuildConfig> = { command: TEXT, folder: TEXT, inputs: TEXTS, output: TEXT };

const FIELDS: FieldsOf<SavepointConfig> = {
  name: TEXT,
  project: TEXT,
  emulators: { kinds: ['text', 'list'] },
  build: object<NonNullable<SavepointConfig['build']>>({
    // One build, or one per codebase: told apart below.
    functions: ANY_FIELDS,
    hosting: object<BuildConfig>({ ...BUILD, command: required(TEXT), output: required(TEXT) }),
  }),
  functions: object<FunctionsConfig>({ workers: TEXT }),
  web: object<WebConfig>({
    command: required(TEXT),
    folder: TEXT,
    port: NUMBER,
    env: TEXT_BY_NAME,
    signInPath: TEXT,
    title: TEXT,
    note: TEXT,
  }),
  seed: object<SeedConfig>({
    command: TEXT,
    import: TEXT,
    accounts: listOf(
      object<AccountConfig>({
        uid: required(TEXT),
        email: required(TEXT),
        password: required(TEXT),
        displayName: TEXT,
        claims: ANY_FIELDS,
        documents: byName(ANY_FIELDS),
        label: TEXT,
      }),
    ),
  }),
  services: byName(
    object<ServiceConfig>({
      command: required(TEXT),
      folder: TEXT,
      port: required(NUMBER),
      env: TEXT_BY_NAME,
      optional: BOOLEAN,
      title: TEXT,
      note: TEXT,
      frame: BOOLEAN,
    }),
  ),
  env: TEXT_BY_NAME,
  links: listOf(
    object<LinkConfig>({ title: required(TEXT), url: required(TEXT), note: TEXT, frame: BOOLEAN }),
  ),
  deploy: object<DeployConfig>({ pages: TEXTS }),
  allowOutbound: TEXTS,
  verifyTokens: BOOLEAN,
  requireIndexes: BOOLEAN,
  allowMissingRules: BOOLEAN,
};

/**
 * Checks the names and the kinds of all fields, and what the kit would otherwise fail over later.
 * @throws UserError that names the field and what it must be
 */
export function checkConfig(config: SavepointConfig, file: string): void {
  const fail = (field: string, expected: string): never => {
    throw new UserError(
      `${file}: "${field}" ${expected}`,
      'The README of the package savepoint explains each field.',
    );
  };
  checkFields(config, FIELDS, '', fail);
  checkFunctionBuilds(config, fail);
  if (config.web !== undefined) {
    if (!config.web.command.includes('{port}')) fail('web.command', 'must pass {port} to the dev server');
    const { signInPath } = config.web;
    if (signInPath !== undefined && !signInPath.startsWith('/')) {
      fail('web.signInPath', 'must be a path that begins with /');
    }
  }
  if (Array.isArray(config.emulators)) {
    const unknown = config.emulators.find((name) => !EMULATORS.includes(name));
    if (unknown !== undefined)
      fail('emulators', `has "${unknown}"; the emulators are ${EMULATORS.join(', ')}`);
  } else if (!['auto', undefined].includes(config.emulators as string)) {
    fail('emulators', 'must be "auto" or a list');
  }
  const { workers = 'shared' } = config.functions ?? {};
  if (!['shared', 'isolated'].includes(workers)) fail('functions.workers', 'must be "shared" or "isolated"');
}

type Fail = (field: string, expected: string) => never;

/** A field that is undefined counts as left out. */
function checkFields(value: object, fields: NonNullable<Shape['fields']>, path: string, fail: Fail): void {
  for (const [name, each] of Object.entries(value)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape === undefined) {
      const known = nearestFirst(name, Object.keys(fields)).join(', ');
      fail(path + name, `is not a field; the fields are ${known}`);
    } else if (each !== undefined) checkValue(each, shape, path + name, fail);
  }
  for (const [name, shape] of Object.entries(fields)) {
    if (shape.isRequired && (value as Record<string, unknown>)[name] === undefined) {
      checkValue(undefined, shape, path + name, fail);
    }
  }
}

function checkValue(value: unknown, { kinds, fields, each }: Shape, path: string, fail: Fail): void {
  const kind = kindOf(value);
  if (kind === undefined || !kinds.includes(kind)) fail(path, `must be a ${kinds.join(' or a ')}`);
  if (typeof value !== 'object' || value === null) return;
  if (fields !== undefined) checkFields(value, fields, `${path}.`, fail);
  if (each === undefined) return;
  for (const [name, item] of Object.entries(value)) {
    if (item !== undefined) checkValue(item, each, `${path}.${name}`, fail);
  }
}

/** One build has fields that are no objects; builds per codebase are objects only. */
function checkFunctionBuilds({ build }: SavepointConfig, fail: Fail): void {
  const builds: object | undefined = build?.functions;
  if (builds === undefined) return;
  const isByCodebase = Object.values(builds).every((each) => kindOf(each) === 'object');
  const shape: Shape = { kinds: ['object'], fields: BUILD };
  checkValue(builds, isByCodebase ? byName(shape) : shape, 'build.functions', fail);
}

function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as Kind;
  return typeof value === 'object' && value !== null ? 'object' : undefined;
}
