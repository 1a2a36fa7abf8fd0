/**
 * The text of the first expectation of a patch that the module does not meet; undefined when it
 * meets all.
 * @param {{ expected: Record<string, (moduleExports: any) => boolean> }} patch
 * @param {unknown} moduleExports
 */
exports.unmetExpectation = ({ expected }, moduleExports) =>
  Object.entries(expected).find(([, holds]) => !isTrue(() => holds(moduleExports)))?.[0];

function isTrue(check) {
  try {
    return check() === true;
  } catch {
    return false;
  }
}
