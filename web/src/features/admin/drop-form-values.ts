// Converts the fields of the drop form to a request of `saveDrop`. Invalid values stay invalid: the
// schema reports them.
import type { FormValues } from '../../lib/form-values.ts';
import { toIsoTime } from './local-time.ts';
import { typedWhole } from './typed-numbers.ts';

/** Addresses as typed or pasted: one per line, or separated by commas. */
function typedEmails(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/[\s,;]+/).filter((email) => email !== ''))];
}

/** Converts the form's values to the input of the drop schema. */
export function toDropInput(values: FormValues): Record<string, unknown> {
  const emails = typedEmails(values.emails);
  const isEarly = Boolean(values.hours || values.code || emails.length > 0);
  return {
    title: values.title,
    productId: values.productId,
    ...(values.size && { size: values.size }),
    kind: values.kind,
    units: typedWhole(values.units),
    limitPerPerson: typedWhole(values.limitPerPerson),
    opensAt: toIsoTime(values.opensAt),
    closesAt: toIsoTime(values.closesAt),
    payMinutes: typedWhole(values.payMinutes),
    ...(isEarly && {
      earlyAccess: {
        hours: typedWhole(values.hours),
        emails,
        ...(values.code && { code: values.code }),
      },
    }),
  };
}
