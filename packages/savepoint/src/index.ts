// What the npm package exports. The configuration of a project imports it, so nothing is loaded
// before it is used.
import type { CreatedStack, CreateStackOptions } from 'savepoint-stack/stack/created-stack';

export type * from 'savepoint-stack/config/define-config';
export { defineConfig } from 'savepoint-stack/config/define-config';
export type { StackData } from 'savepoint-stack/data/stack-data';
export type { CreatedStack, CreateStackOptions } from 'savepoint-stack/stack/created-stack';
export type { AdminClients, ClientConfig } from 'savepoint-stack/stack/stack-clients';

/**
 * Starts a stack for a test or a script: `await using stack = await createStack({ folder:
 * 'my-project' })`.
 * @throws UserError when an option is wrong, a stack of that name runs, or an emulator does not
 *   start; nothing is left running then
 */
export async function createStack(options?: CreateStackOptions): Promise<CreatedStack> {
  const module = await import('savepoint-stack/stack/create-stack');
  return module.createStack(options);
}
