// The exports of the npm package. Project configurations import it, so nothing is loaded before it
// is used: Playwright cannot require a module that its setup has already imported.
import type { CreatedStack, CreateStackOptions } from 'savepoint-stack/stack/created-stack';

export type * from 'savepoint-stack/config/define-config';
export { defineConfig } from 'savepoint-stack/config/define-config';
export type { StackData } from 'savepoint-stack/data/stack-data';
export type { CreatedStack, CreateStackOptions } from 'savepoint-stack/stack/created-stack';
export type { AdminClients, ClientConfig } from 'savepoint-stack/stack/stack-clients';

/** The engine runs in the process of the program that imports it. */
const NODE_MAJOR = 24;

/**
 * Starts a stack for a test or a script: `await using stack = await createStack({ folder:
 * 'my-project' })`.
 * @throws UserError when Node is older than 24, an option is wrong, a stack with that name is
 * running, or an emulator does not start. Nothing is left running then
 */
export async function createStack(options?: CreateStackOptions): Promise<CreatedStack> {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    const { UserError } = await import('savepoint-stack/user-error');
    throw new UserError(
      `createStack needs Node ${NODE_MAJOR}, and this is Node ${process.versions.node}`,
      'Run the program with npx or an npm script: they use the Node that is installed with savepoint.',
    );
  }
  const module = await import('savepoint-stack/stack/create-stack');
  return module.createStack(options);
}
