// Adds the function's name to each printed line, because several functions share a worker. Each
// line becomes an entry of firebase-tools' log (patches/function-names.ts).
import { currentInvocation } from './invocation.ts';
import { namedOutput } from './protocol.ts';

/** Must run before the recording of the output, so that it sees lines as they are printed. */
export function nameOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (text: unknown, ...rest: unknown[]) => boolean;
    let isLineBegun = false;
    stream.write = ((text: unknown, ...rest: unknown[]) => {
      const name = currentInvocation()?.service;
      // The rest of a line that is printed in parts stays with its first part.
      const isWhole = typeof text === 'string' && text.endsWith('\n') && !isLineBegun;
      isLineBegun = typeof text === 'string' && !text.endsWith('\n');
      if (name === undefined || !isWhole) return write(text, ...rest);
      const lines = text.slice(0, -1).split('\n');
      return write(lines.map((line) => `${JSON.stringify(namedOutput(name, line))}\n`).join(''), ...rest);
    }) as typeof stream.write;
  }
}
