/**
 * Whether the functions of a backend run on Node. The Functions emulator runs them on Node unless
 * it knows better.
 */
exports.isNode = ({ runtime }) => !/^(python|dart)/.test(runtime ?? '');
