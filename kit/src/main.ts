// Entry point of every command.
import { delimiter } from 'node:path';
import { projectPath } from './config/project.ts';
import { runCommand } from './run-command.ts';

// Programs that the project has installed are found by its commands, as in the scripts of its package.json.
process.env.PATH = [projectPath('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);

process.exitCode = await runCommand(process.argv.slice(2));
process.exit();
