import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The mark after the block of any command. */
const END = '<!-- end -->';

/** The mark before the block that `npm run COMMAND` writes. */
function markOf(command: string): string {
  return `<!-- written by npm run ${command} -->`;
}

/** Replaces the block of a command in `text`. Throws if one of its marks is missing. */
export function replaceMarkedBlock(text: string, command: string, block: string): string {
  const mark = markOf(command);
  const start = text.indexOf(mark);
  const end = text.indexOf(END, start);
  if (start < 0 || end < 0) throw new Error(`The text lacks the marks ${mark} and ${END}.`);
  return `${text.slice(0, start)}${mark}\n\n${block}\n\n${text.slice(end)}`;
}

/** Replaces the block of a command in a file. Throws if one of its marks is missing. */
export function writeMarkedBlock(file: URL, command: string, block: string): void {
  try {
    writeFileSync(file, replaceMarkedBlock(readFileSync(file, 'utf8'), command, block));
  } catch (error) {
    throw new Error(`${fileURLToPath(file)}: ${(error as Error).message}`);
  }
}
