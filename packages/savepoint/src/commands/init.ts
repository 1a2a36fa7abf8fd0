import { join } from 'node:path';
import { displayPath } from 'savepoint-stack/config/json-file';
import { addLaunchConfiguration, LAUNCH_NAME } from 'savepoint-stack/config/launch-json';
import { commandText } from 'savepoint-stack/config/project';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';

/** `init`: writes configuration for other programs into the project. */
export const init: Command = {
  summary: 'write the configuration of an editor, for breakpoints in functions',
  usage: '--editor',
  flags: {
    editor: { type: 'boolean', description: 'add a configuration to .vscode/launch.json' },
  },
  async run(invocation, folder) {
    if (!invocation.flag('editor')) {
      throw new UserError(
        'The kit needs no file in a project; --editor writes .vscode/launch.json',
        `Usage: ${invocation.usage}`,
      );
    }
    const file = join(folder, '.vscode', 'launch.json');
    const isAdded = addLaunchConfiguration(file);
    const state = isAdded ? 'has a new configuration' : 'is unchanged: it has the configuration';
    console.log(`${displayPath(file)} ${state} "${LAUNCH_NAME}".`);
    console.log(`Run ${commandText(folder, 'start', '--inspect-functions')}, then "${LAUNCH_NAME}" (F5).`);
    return 0;
  },
};
