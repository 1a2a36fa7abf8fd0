// Loads the rules of all countries: `import()` this file.
import { checkAddress } from '@savepoint/model/address-rules';
import type { FormSchema } from './form-values.ts';

const POSTAL_CODE_MISSING = 'Enter the postal code.';

/**
 * A schema of an address that also checks postal code and region for its country, with separate
 * messages for both.
 */
export function inItsCountry<Output>(schema: FormSchema<Output>): FormSchema<Output> {
  return {
    safeParse: (input) => {
      const parsed = schema.safeParse(input);
      const { country = '', region, postalCode = '' } = input as Readonly<Record<string, string | undefined>>;
      const found: Readonly<Partial<Record<string, string>>> =
        country !== ''
          ? checkAddress({ country, region, postalCode })
          : postalCode === ''
            ? { postalCode: POSTAL_CODE_MISSING }
            : {};
      const issues = [
        ...(parsed.success
          ? []
          : parsed.error.issues.filter(({ path }) => found[String(path[0])] === undefined)),
        ...Object.entries(found).map(([field, message = '']) => ({ code: 'custom', path: [field], message })),
      ];
      return issues.length === 0 ? parsed : { success: false, error: { issues } };
    },
  };
}
