// The globalSetup of the projects whose tests start stacks: builds what stacks load, so that no two
// of them build the same at once.
import { buildStackPrograms } from './build-stack-programs.ts';

export default function setup(): Promise<void> {
  return buildStackPrograms();
}
