import { UserError } from '../user-error.ts';

/**
 * Replaces each `{NAME}` in a string of the configuration.
 * @param values returns the replacement for a name; undefined for an unknown one
 * @throws UserError that names the unknown placeholder
 */
export function fillTemplate(text: string, values: (name: string) => string | undefined): string {
  return text.replace(/\{([\w.-]+)\}/g, (placeholder, name: string) => {
    const value = values(name);
    if (value === undefined) {
      throw new UserError(
        `savepoint.config.ts: ${placeholder} in "${text}" is unknown`,
        'Expected {project}, {NAME} and {NAME.url} of a server, {app.url} and {secret.NAME}.',
      );
    }
    return value;
  });
}
