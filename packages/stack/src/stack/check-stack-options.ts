// Checks the options of createStack by hand, because a test may be written in JavaScript.
import type { Project } from '../config/project.ts';
import { unknownName } from '../config/unknown-name.ts';
import { UserError } from '../user-error.ts';
import type { CreateStackOptions } from './created-stack.ts';

type Kind = 'a text' | 'a boolean' | 'a list' | 'a function';

const OPTIONS: Readonly<Record<keyof CreateStackOptions, Kind>> = {
  folder: 'a text',
  emulators: 'a list',
  name: 'a text',
  projectId: 'a text',
  seed: 'a boolean',
  services: 'a list',
  import: 'a text',
  eventLog: 'a boolean',
  reload: 'a boolean',
  onLine: 'a function',
};
const REMEDY = 'See CreateStackOptions of the package savepoint.';

/** @throws UserError that names an option that there is not, or one of another kind */
export function checkStackOptions(options: CreateStackOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof CreateStackOptions] : undefined;
    if (kind === undefined) throw unknownName('option of createStack', name, Object.keys(OPTIONS), REMEDY);
    if (value !== undefined && kindOf(value) !== kind) {
      throw new UserError(`The option "${name}" of createStack must be ${kind}`, REMEDY);
    }
  }
}

/** @throws UserError that names a service that the configuration has not */
export function checkServices({ config }: Pick<Project, 'config'>, services: readonly string[]): void {
  const known = Object.keys(config.services ?? {});
  const unknown = services.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw unknownName('service', unknown, known, 'The services are those of savepoint.config.ts.');
}

function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value)) return 'a list';
  const kinds: Partial<Record<string, Kind>> = {
    string: 'a text',
    boolean: 'a boolean',
    function: 'a function',
  };
  return kinds[typeof value];
}
