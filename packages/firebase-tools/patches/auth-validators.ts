// The Auth emulator compiles the validators of its whole OpenAPI document at start: 4 to 5 seconds
// of CPU. exegesis can compile each one at its first use; this switches that option on.
import { type Patch, patchModule } from '../patch.ts';

interface ExegesisExpress {
  middleware(document: unknown, options: object, ...rest: readonly unknown[]): unknown;
}

export const authValidators: Patch = {
  name: 'auth-validators',
  reason: 'Auth starts in half a second instead of five',
  upstream: ['docs/upstream/auth-validators.md'],
  modules: [
    patchModule<ExegesisExpress>('exegesis-express', {
      expected: {
        'a function middleware(document, options, done)': ({ middleware }) => middleware.length === 3,
      },
      apply(exegesisExpress) {
        const { middleware } = exegesisExpress;
        exegesisExpress.middleware = (document, options, ...rest) =>
          middleware(document, { ...options, lazyCompileValidationSchemas: true }, ...rest);
      },
    }),
  ],
};
