// Checks savepoint.config.ts by hand, because a project may write it in JavaScript.
import { UserError } from '../user-error.ts';
import type { SavepointConfig } from './define-config.ts';
import { EMULATORS } from './emulators.ts';

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'object';

const FIELDS: Readonly<Record<keyof SavepointConfig, readonly Kind[]>> = {
  name: ['text'],
  project: ['text'],
  emulators: ['text', 'list'],
  build: ['object'],
  functions: ['object'],
  web: ['object'],
  seed: ['object'],
  services: ['object'],
  env: ['object'],
  links: ['list'],
  deploy: ['object'],
  allowOutbound: ['list'],
  verifyTokens: ['boolean'],
  requireIndexes: ['boolean'],
  allowMissingRules: ['boolean'],
};

/**
 * Checks the fields that the kit would otherwise fail over later.
 * @throws UserError that names the field and what it must be
 */
export function checkConfig(config: SavepointConfig, file: string): void {
  const fail = (field: string, expected: string): never => {
    throw new UserError(
      `${file}: "${field}" ${expected}`,
      'packages/savepoint/README.md explains each field.',
    );
  };
  const expectKind = (field: string, value: unknown, kinds: readonly Kind[]) => {
    const kind = kindOf(value);
    if (kind === undefined || !kinds.includes(kind)) fail(field, `must be a ${kinds.join(' or a ')}`);
  };
  for (const [field, value] of Object.entries(config)) {
    const kinds = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof SavepointConfig] : undefined;
    if (kinds === undefined) fail(field, `is not a field; the fields are ${Object.keys(FIELDS).join(', ')}`);
    else if (value !== undefined) expectKind(field, value, kinds);
  }
  if (config.web !== undefined) {
    expectKind('web.command', config.web.command, ['text']);
    if (!config.web.command.includes('{port}')) fail('web.command', 'must pass {port} to the dev server');
    const { signInPath } = config.web;
    if (signInPath !== undefined && !(typeof signInPath === 'string' && signInPath.startsWith('/'))) {
      fail('web.signInPath', 'must be a path that begins with /');
    }
  }
  for (const [name, service] of Object.entries(config.services ?? {})) {
    expectKind(`services.${name}`, service, ['object']);
    expectKind(`services.${name}.command`, service.command, ['text']);
    expectKind(`services.${name}.port`, service.port, ['number']);
    if (service.frame !== undefined) expectKind(`services.${name}.frame`, service.frame, ['boolean']);
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
  config.seed?.accounts?.forEach((account, index) => {
    for (const field of ['uid', 'email', 'password'] as const) {
      expectKind(`seed.accounts.${index}.${field}`, account[field], ['text']);
    }
  });
}

function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as Kind;
  return typeof value === 'object' && value !== null ? 'object' : undefined;
}
