// Owns running one tool of a suite to its end. It must not read the tool's report.
import type { ProcessSpec, Run } from '../processes/run.ts';

export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/** A suite that hangs must not hang the build. One that still reports is slow, as machines are, and does not hang. */
const SILENCE_LIMIT_MS = 10 * 60_000;

/** Runs a program of the run to its end; one that has printed nothing for `silenceMs` is ended and counts as failed. */
export async function runTool(
  run: Run,
  program: ProcessSpec,
  silenceMs: number = SILENCE_LIMIT_MS,
): Promise<ToolResult> {
  const lines: string[] = [];
  let hung = false;
  const running = run.start({
    ...program,
    onLine: (line) => {
      lines.push(line);
      watchdog.refresh();
    },
  });
  const watchdog = setTimeout(() => {
    hung = true;
    lines.push(`${program.name} was ended: it had printed nothing for ${silenceMs / 1000} seconds.`);
    process.kill(-running.pid, 'SIGKILL');
  }, silenceMs);
  try {
    const code = await running.exit;
    return { code: hung ? 1 : code, output: lines.join('\n') };
  } finally {
    clearTimeout(watchdog);
  }
}
