// Each line that a function prints says which function it is: several share a worker. Such a line
// is an entry of firebase-tools' log (patches/function-names.ts), and still one line.
import { currentInvocation } from './invocation.ts';
import { namedOutput } from './protocol.ts';

/** Comes before the recording of the output, which sees the lines as they are printed. */
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
