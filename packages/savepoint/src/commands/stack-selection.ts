import type { StackSelection } from 'savepoint-stack/stack/running-stacks';
import type { Invocation } from '../cli/command-line.ts';

/** The stack selected by `--stack` and `--port-offset`. */
export function selectionOf(invocation: Invocation): StackSelection {
  return { name: invocation.text('stack'), offset: invocation.number('port-offset') };
}
