import { readFileSync } from 'node:fs';
import { repositoryPath } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult } from './suite.ts';

/** The names of the scripts in package.json that `npm run check` consists of: check:format, check:types ... */
export function checkScripts(): string[] {
  return Object.keys(packageScripts()).filter((name) => name.startsWith('check:'));
}

/** Runs the check scripts concurrently. Each counts as one test. */
export async function runChecks(run: Run): Promise<SuiteResult> {
  const scripts = packageScripts();
  const results = await Promise.all(
    checkScripts().map((name) =>
      runTool(run, {
        name,
        command: 'sh',
        args: ['-c', scripts[name] as string],
        env: { NO_COLOR: '1', FORCE_COLOR: undefined },
        cwd: repositoryPath(),
      }),
    ),
  );
  const failed = results.filter((result) => result.code !== 0);
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    output: failed.map((result) => result.output).join('\n'),
  };
}

function packageScripts(): Record<string, string> {
  const manifest = JSON.parse(readFileSync(repositoryPath('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return manifest.scripts;
}
