// Each part describes a schema that firebase-tools compiles at startup.
import type { Patch } from '../patch.ts';
import { authValidators } from './auth-validators.ts';
import { configValidation } from './config-validation.ts';

export const schemas: Patch = {
  name: 'schemas',
  reason: 'a start compiles no schema that it does not use; for Auth alone that takes five seconds',
  upstream: ['docs/upstream/auth-validators.md'],
  modules: [authValidators, configValidation],
};
