// Every firebase-tools command compiles a schema of firebase.json and validates the file: a fifth
// of the CPU time of a start. The results appear only in the --debug log. The kit reads the file
// itself, with messages that contain the line.
import { hasSource, type Patch, patchModule } from '../patch.ts';

interface ConfigValidation {
  getValidator(): (config: unknown) => boolean;
}

export const configValidation: Patch = {
  name: 'config-validation',
  reason: 'skips a validation of firebase.json that goes only to an unread log',
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
