import { fileURLToPath } from 'node:url';

/** The end of a frame: `(/project/index.js:3:5)`, or the same without a function. */
const FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^()]+):(\d+):\d+\)?$/;

interface Frame {
  readonly file: string;
  readonly line: string;
}

/** `FILE:LINE` of the calling code, if it is not in a package. */
export function callerInProject(stack: string | undefined): string | undefined {
  const [caller] = framesOf(stack);
  return caller === undefined || isPackage(caller) ? undefined : format(caller);
}

/**
 * `FILE:LINE` of the project's innermost own code on the stack, even if the error occurred in a
 * package that it called.
 */
export function placeInProject(stack: string | undefined): string | undefined {
  const frame = framesOf(stack).find((each) => !isPackage(each));
  return frame === undefined ? undefined : format(frame);
}

/** Frames outside this folder and the bundle. */
function framesOf(stack = ''): Frame[] {
  return stack
    .split('\n')
    .flatMap((text) => {
      const [, file, line] = FRAME.exec(text) ?? [];
      if (file === undefined || line === undefined) return [];
      return [{ file: file.startsWith('file:') ? fileURLToPath(file) : file, line }];
    })
    .filter(({ file }) => !file.startsWith(import.meta.dirname));
}

function isPackage({ file }: Frame): boolean {
  return file.includes('/node_modules/');
}

function format({ file, line }: Frame): string {
  return `${file}:${line}`;
}
