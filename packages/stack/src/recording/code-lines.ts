import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import type { SourceLine } from '../../../event-log/recording/advice.ts';

const PLACE = /^(.*):(\d+):(\d+)$/;

/**
 * Returns a function that maps recorded stack frames (FILE:LINE:COLUMN) to lines of the project's
 * sources, using the source maps beside its built files.
 */
export function codeLines(folder: string): (stack: string) => SourceLine[] {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    return maps.get(file);
  };
  return (stack) => {
    const lines = stack.split('\n').flatMap((text): SourceLine[] => {
      const [, built, line, column] = PLACE.exec(text) ?? [];
      if (built === undefined) return [];
      const entry = mapOf(built)?.findEntry(Number(line) - 1, Number(column) - 1);
      const isMapped = entry !== undefined && 'originalSource' in entry;
      const file = isMapped ? resolve(dirname(built), entry.originalSource) : built;
      return [{ file: relative(folder, file), line: isMapped ? entry.originalLine + 1 : Number(line) }];
    });
    // A recursive function appears only once.
    return lines.filter(
      ({ file, line }, index) =>
        lines.findIndex((other) => other.file === file && other.line === line) === index,
    );
  };
}

function readMap(file: string): SourceMap | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
