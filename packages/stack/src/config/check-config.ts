// Checks savepoint.config.ts, which a project may write in JavaScript.
import { z } from 'zod';
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
import { LIMITS_MODES } from './limits-mode.ts';
import { checkFields, strictFields } from './strict-fields.ts';

const text = z.string().optional();
const texts = z.array(z.string()).optional();
const boolean = z.boolean().optional();
const textByName = z.record(z.string(), text).optional();
const anyFields = z.record(z.string(), z.unknown());

const build = { command: text, folder: text, inputs: texts, output: text };
const buildSchema = strictFields<BuildConfig>(build);

const accountSchema = strictFields<AccountConfig>({
  uid: z.string(),
  email: z.string(),
  password: z.string(),
  displayName: text,
  claims: anyFields.optional(),
  documents: z.record(z.string(), anyFields).optional(),
  label: text,
});

const serviceSchema = strictFields<ServiceConfig>({
  command: z.string(),
  folder: text,
  port: z.number(),
  env: textByName,
  optional: boolean,
  title: text,
  note: text,
  frame: boolean,
});

const configSchema = strictFields<SavepointConfig>({
  name: text,
  project: text,
  emulators: z
    .union([z.literal('auto'), z.array(z.enum(EMULATORS))], {
      error: ({ input }) => describeEmulators(input),
    })
    .optional(),
  build: strictFields<NonNullable<SavepointConfig['build']>>({
    // One build, or one per codebase: `checkConfig` tells them apart.
    functions: anyFields.optional(),
    hosting: strictFields<BuildConfig>({ ...build, command: z.string(), output: z.string() }).optional(),
  }).optional(),
  functions: strictFields<FunctionsConfig>({
    workers: z.enum(['shared', 'isolated'], 'must be "shared" or "isolated"').optional(),
  }).optional(),
  web: strictFields<WebConfig>({
    command: z.string().includes('{port}', 'must pass {port} to the dev server'),
    folder: text,
    port: z.number().optional(),
    env: textByName,
    signInPath: z.string().startsWith('/', 'must be a path that begins with /').optional(),
    title: text,
    note: text,
  }).optional(),
  seed: strictFields<SeedConfig>({
    command: text,
    import: text,
    accounts: z.array(accountSchema).optional(),
  }).optional(),
  services: z.record(z.string(), serviceSchema).optional(),
  env: textByName,
  links: z
    .array(strictFields<LinkConfig>({ title: z.string(), url: z.string(), note: text, frame: boolean }))
    .optional(),
  deploy: strictFields<DeployConfig>({ pages: texts }).optional(),
  allowOutbound: texts,
  verifyTokens: boolean,
  requireIndexes: boolean,
  limits: z.enum(LIMITS_MODES, `must be one of: ${LIMITS_MODES.join(', ')}`).optional(),
  expectedHotspots: textByName,
  strict: boolean,
});

function describeEmulators(value: unknown): string {
  const unknown = Array.isArray(value) ? value.find((name) => !EMULATORS.includes(name)) : undefined;
  return unknown === undefined
    ? 'must be "auto" or a list'
    : `has "${unknown}"; the emulators are ${EMULATORS.join(', ')}`;
}

/**
 * Checks the names and types of all fields, and values that would otherwise cause an error later.
 * @throws UserError that names the field and the expected type
 */
export function checkConfig(config: SavepointConfig, file: string): void {
  const where = { subject: file, remedy: 'The README of the package savepoint explains each field.' };
  checkFields(config, configSchema, where);
  const builds: object = config.build?.functions ?? {};
  // A single build has fields that are not objects; builds per codebase are all objects.
  const isByCodebase = Object.values(builds).every(
    (each) => typeof each === 'object' && !Array.isArray(each),
  );
  const schema = isByCodebase ? z.record(z.string(), buildSchema) : buildSchema;
  checkFields(builds, schema, { ...where, path: ['build', 'functions'] });
}
