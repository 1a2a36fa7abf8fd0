// The Auth emulator makes the validators of its whole OpenAPI document at start: 4 to 5 seconds of
// CPU. This makes each one at its first use; exegesis has an option for half of that work.
import { type Patch, patchModule } from '../patch.ts';

type Validator = (value: unknown) => unknown;
type Generate = (...args: readonly never[]) => Validator;

interface Validators {
  generateRequestValidator: Generate;
  generateResponseValidator: Generate;
}

export const authValidators: Patch = {
  name: 'auth-validators',
  reason: 'Auth starts in half a second instead of five',
  upstream: ['docs/upstream/auth-validators.md'],
  modules: [
    patchModule<Validators>('exegesis/lib/oas3/Schema/validators', {
      expected: {
        'functions generateRequestValidator(schema, location, isRequired, type) and generateResponseValidator(schema, location, isRequired)':
          ({ generateRequestValidator, generateResponseValidator }) =>
            generateRequestValidator.length === 4 && generateResponseValidator.length === 3,
      },
      apply(validators) {
        validators.generateRequestValidator = atFirstUse(validators.generateRequestValidator);
        validators.generateResponseValidator = atFirstUse(validators.generateResponseValidator);
      },
    }),
  ],
};

function atFirstUse(generate: Generate): Generate {
  return (...args) => {
    let validator: Validator | undefined;
    return (value) => {
      validator ??= generate(...args);
      return validator(value);
    };
  };
}
