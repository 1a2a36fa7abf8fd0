// The Auth emulator compiles the validators of its whole OpenAPI document at start: 4 to 5 seconds
// of CPU. exegesis can compile each one at its first use; this switches that option on.
exports.module = 'exegesis-express';

exports.expected = {
  'a function middleware(document, options, done)': ({ middleware }) => middleware.length === 3,
};

exports.apply = (exegesisExpress) => {
  const { middleware } = exegesisExpress;
  exegesisExpress.middleware = (document, options, ...rest) =>
    middleware(document, { ...options, lazyCompileValidationSchemas: true }, ...rest);
};
