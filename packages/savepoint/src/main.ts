// Entry point of every command.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
process.exit();
