// Owns the check suite: formatter and linter, types, import law. The commands themselves are scripts of package.json.
import { readFileSync } from 'node:fs';
import type { Run } from '../processes/run.ts';
import { inRepository } from '../repository.ts';
import { runStep } from './run-step.ts';
import type { SuiteResult } from './suite.ts';

const STEPS = ['check:format', 'check:types', 'check:imports'];

/** Runs the three checks side by side; each counts as one test. */
export async function runChecks(run: Run): Promise<SuiteResult> {
  const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const results = await Promise.all(
    STEPS.map((step) =>
      runStep(run, {
        name: step,
        command: 'sh',
        args: ['-c', manifest.scripts[step] as string],
        env: { NO_COLOR: '1', FORCE_COLOR: undefined },
        cwd: inRepository(),
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
