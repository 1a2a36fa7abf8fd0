// Owns the check suite: formatter and linter, types, import law. The commands themselves are scripts of package.json.
import { readFileSync } from 'node:fs';
import { repositoryPath } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult } from './suite.ts';

const STEPS = ['check:format', 'check:types', 'check:imports'];

/** Runs the three checks side by side; each counts as one test. */
export async function runChecks(run: Run): Promise<SuiteResult> {
  const manifest = JSON.parse(readFileSync(repositoryPath('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const results = await Promise.all(
    STEPS.map((step) =>
      runTool(run, {
        name: step,
        command: 'sh',
        args: ['-c', manifest.scripts[step] as string],
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
