// The Auth emulator creates the validators for its whole OpenAPI document at startup: 4 to 5
// seconds of CPU. This creates each one on first use; exegesis has an option for only half of that
// work.
import { patchModule } from '../patch.ts';

type Validator = (value: unknown) => unknown;
type Generate = (...args: readonly never[]) => Validator;

interface Validators {
  generateRequestValidator: Generate;
  generateResponseValidator: Generate;
}

export const authValidators = patchModule<Validators>('exegesis/lib/oas3/Schema/validators', {
  expected: {
    'functions generateRequestValidator(schema, location, isRequired, type) and generateResponseValidator(schema, location, isRequired)':
      ({ generateRequestValidator, generateResponseValidator }) =>
        generateRequestValidator.length === 4 && generateResponseValidator.length === 3,
  },
  apply(validators) {
    validators.generateRequestValidator = atFirstUse(validators.generateRequestValidator);
    validators.generateResponseValidator = atFirstUse(validators.generateResponseValidator);
  },
});

function atFirstUse(generate: Generate): Generate {
  return (...args) => {
    let validator: Validator | undefined;
    return (value) => {
      validator ??= generate(...args);
      return validator(value);
    };
  };
}
