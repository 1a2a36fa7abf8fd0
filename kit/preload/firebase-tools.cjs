// Loaded before firebase-tools (NODE_OPTIONS --require). Owns one change: the Auth emulator compiles the validators of its whole
// OpenAPI document at start, 4 to 5 seconds of CPU; exegesis can compile each at its first use, so that option is switched on.
const Module = require('node:module');

if (/[/\\]firebase-tools[/\\]lib[/\\]bin[/\\]firebase\.js$/.test(process.argv[1] ?? '')) {
  const load = Module._load;
  Module._load = function loadWithLazyValidators(request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    if (request !== 'exegesis-express') return loaded;
    return {
      ...loaded,
      middleware: (document, options) =>
        loaded.middleware(document, { ...options, lazyCompileValidationSchemas: true }),
    };
  };
}
