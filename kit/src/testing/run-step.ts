// Owns running one tool of a suite to its end with a time limit. It must not read the tool's report.
import type { Program, Run } from '../processes/run.ts';

export interface StepResult {
  readonly code: number;
  readonly output: string;
}

/** A suite that hangs must not hang the build. */
const LIMIT_MS = 30 * 60_000;

/** Runs a program of the run to its end; a program over the limit is ended and counts as failed. */
export async function runStep(run: Run, program: Program): Promise<StepResult> {
  const lines: string[] = [];
  const running = run.start({ ...program, onLine: (line) => lines.push(line) });
  let overLimit: NodeJS.Timeout | undefined;
  const limit = new Promise<number>((resolve) => {
    overLimit = setTimeout(() => {
      lines.push(`${program.name} was ended after ${LIMIT_MS / 60_000} minutes.`);
      process.kill(-running.pid, 'SIGKILL');
      resolve(1);
    }, LIMIT_MS);
  });
  const code = await Promise.race([running.exit, limit]);
  clearTimeout(overLimit);
  return { code, output: lines.join('\n') };
}
