// Reports which function ends its worker, by an error outside its promise or by process.exit. It is
// written to standard error as an entry of firebase-tools' log, because a message to the parent
// process might not be sent anymore.
import { writeSync } from 'node:fs';
import { placeInProject } from './call-site.ts';
import { currentInvocation } from './invocation.ts';
import { type ExitReport, WORKER_EXIT } from './protocol.ts';

export function reportExit(): void {
  let uncaught: ExitReport | undefined;
  process.on('uncaughtExceptionMonitor', (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
    uncaught = { kind: 'threw', message, place: placeInProject(stack), ...currentName() };
    // The project may catch the error.
    setImmediate(() => {
      uncaught = undefined;
    });
  });
  process.on('exit', (code) => {
    const place = placeInProject(new Error().stack);
    report(uncaught ?? { kind: 'exited', code, place, ...currentName() });
  });
}

function currentName(): Pick<ExitReport, 'id' | 'name'> {
  const invocation = currentInvocation();
  return invocation === undefined ? {} : { id: invocation.id, name: invocation.service };
}

function report(data: ExitReport): void {
  try {
    // Begins a new line, because the project may have written half of one.
    writeSync(2, `\n${JSON.stringify({ level: 'SYSTEM', type: WORKER_EXIT, text: data.kind, data })}\n`);
  } catch {
    // Nobody reads standard error anymore.
  }
}
