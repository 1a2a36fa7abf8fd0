import { packageScripts, projectPath } from '../config/project.ts';
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
  const startedAt = performance.now();
  const results = await Promise.all(
    checkScripts().map(async (name) => {
      const { code, output } = await runTool(run, {
        name,
        command: 'sh',
        args: ['-c', scripts[name] as string],
        env: { NO_COLOR: '1', FORCE_COLOR: undefined },
        cwd: projectPath(),
      });
      return { title: name, milliseconds: performance.now() - startedAt, code, output };
    }),
  );
  const failed = results.filter((result) => result.code !== 0);
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    skippedTitles: [],
    timings: results.map(({ title, milliseconds }) => ({ title, milliseconds })),
    output: failed.map((result) => result.output).join('\n'),
  };
}
