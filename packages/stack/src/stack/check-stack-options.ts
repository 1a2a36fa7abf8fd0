// Checks the options of createStack, which may come from untyped JavaScript.
import { z } from 'zod';
import { LIMITS_MODES } from '../config/limits-mode.ts';
import type { Project } from '../config/project.ts';
import { checkFields, strictFields } from '../config/strict-fields.ts';
import { unknownName } from '../config/unknown-name.ts';
import type { CreateStackOptions } from './created-stack.ts';

const text = z.string().optional();
const boolean = z.boolean().optional();
const optionsSchema = strictFields<CreateStackOptions>({
  folder: text,
  emulators: z.array(z.string()).optional(),
  name: text,
  projectId: text,
  seed: boolean,
  services: z.array(z.string()).optional(),
  import: text,
  eventLog: boolean,
  reload: boolean,
  strict: boolean,
  limits: z.enum(LIMITS_MODES).optional(),
  onLine: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
});

/** @throws UserError that names an unknown option or one of the wrong type */
export function checkStackOptions(options: CreateStackOptions): void {
  const remedy = 'See CreateStackOptions of the package savepoint.';
  checkFields(options, optionsSchema, { subject: 'The options of createStack', remedy });
}

/** @throws UserError that names a service that the configuration lacks */
export function checkServices({ config }: Pick<Project, 'config'>, services: readonly string[]): void {
  const known = Object.keys(config.services ?? {});
  const unknown = services.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw unknownName('service', unknown, known, 'The services are those of savepoint.config.ts.');
}
