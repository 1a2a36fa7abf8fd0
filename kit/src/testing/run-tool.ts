import type { ProcessSpec, Run } from '../processes/run.ts';

export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/** A tool that prints nothing for this long hangs. One that still prints is slow, as a busy machine is. */
const SILENCE_TIMEOUT_MS = 10 * 60_000;

/** Runs a program of the run to its end. One that prints nothing for `silenceMs` is killed and counts as failed. */
export async function runTool(
  run: Run,
  spec: ProcessSpec,
  silenceMs: number = SILENCE_TIMEOUT_MS,
): Promise<ToolResult> {
  const lines: string[] = [];
  let timedOut = false;
  const running = run.start({
    ...spec,
    onLine: (line) => {
      lines.push(line);
      watchdog.refresh();
    },
  });
  const watchdog = setTimeout(() => {
    timedOut = true;
    lines.push(`${spec.name} was killed: it printed nothing for ${silenceMs / 1000} seconds.`);
    running.kill('SIGKILL');
  }, silenceMs);
  try {
    const code = await running.exit;
    return { code: timedOut ? 1 : code, output: lines.join('\n') };
  } finally {
    clearTimeout(watchdog);
  }
}
