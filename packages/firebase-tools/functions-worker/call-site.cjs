const { fileURLToPath } = require('node:url');

/** The end of a frame: `(/project/index.js:3:5)`, or the same without a function. */
const FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^()]+):(\d+):\d+\)?$/;

const framesOf = (stack) =>
  String(stack)
    .split('\n')
    .map((line) => FRAME.exec(line))
    .filter((match) => match !== null)
    .map(([, file, line]) => ({ file: file.startsWith('file:') ? fileURLToPath(file) : file, line }))
    .filter(({ file }) => !file.startsWith(__dirname));

const isPackage = ({ file }) => file.includes('/node_modules/');
const format = ({ file, line }) => `${file}:${line}`;

/** `FILE:LINE` of the code that has asked for something, where that is not a package. */
exports.callerInProject = (stack) => {
  const [caller] = framesOf(stack);
  return caller === undefined || isPackage(caller) ? undefined : format(caller);
};

/**
 * `FILE:LINE` of the project's own code in which something happened, perhaps in a package that it
 * has called.
 */
exports.placeInProject = (stack) => {
  const frame = framesOf(stack).find((each) => !isPackage(each));
  return frame === undefined ? undefined : format(frame);
};
