import type { StackSelection } from 'savepoint-stack/stack/running-stacks';
import type { Invocation } from '../cli/command-line.ts';

/** The stack that the flags `--stack` and `--port-offset` select. */
export function selectionOf(invocation: Invocation): StackSelection {
  return { name: invocation.text('stack'), offset: invocation.number('port-offset') };
}
