// The globalSetup of projects whose tests start stacks: builds the programs of stacks, so that no
// two of them build the same at once.
import { buildStackPrograms } from './build-stack-programs.ts';

export default function setup(): Promise<void> {
  return buildStackPrograms();
}
