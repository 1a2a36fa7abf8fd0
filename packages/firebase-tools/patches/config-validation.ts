// Every command of firebase-tools compiles a schema of firebase.json and validates the file: a
// fifth of the CPU of a start. What it finds is a line of the log with --debug. The kit reads the
// file itself, and its messages have the line.
import { hasSource, type Patch, patchModule } from '../patch.ts';

interface ConfigValidation {
  getValidator(): (config: unknown) => boolean;
}

export const configValidation: Patch = {
  name: 'config-validation',
  reason: 'firebase.json is not validated for a log that nobody reads',
  upstream: [],
  modules: [
    patchModule<ConfigValidation>('lib/firebaseConfigValidate.js', {
      expected: {
        'a function getValidator() that compiles a schema': ({ getValidator }) =>
          getValidator.length === 0 && hasSource(getValidator, /ajv\.compile\(/),
      },
      apply(validation) {
        validation.getValidator = () => () => true;
      },
    }),
  ],
};
