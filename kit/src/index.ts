// What the npm package exports. The configuration of a project imports it, so nothing is loaded
// before it is used.
import type { CreatedStack, CreateStackOptions } from './stack/created-stack.ts';

export type * from './config/define-config.ts';
export { defineConfig } from './config/define-config.ts';
export type { StackData } from './data/stack-data.ts';
export type { CreatedStack, CreateStackOptions } from './stack/created-stack.ts';
export type { AdminClients, ClientConfig } from './stack/stack-clients.ts';

/**
 * Starts a stack for a test or a script: `await using stack = await createStack({ folder:
 * 'my-project' })`.
 * @throws UserError when an option is wrong, a stack of that name runs, or an emulator does not
 *   start; nothing is left running then
 */
export async function createStack(options?: CreateStackOptions): Promise<CreatedStack> {
  const module = await import('./stack/create-stack.ts');
  return module.createStack(options);
}
