// The fields of the form of a drop as the request of `saveDrop`. What is not valid stays invalid:
// the schema says so.
import type { FormValues } from '../../lib/form-values.ts';
import { toIsoTime } from './local-time.ts';
import { typedWhole } from './typed-numbers.ts';

/** Addresses as they are typed or pasted: one a line, or between commas. */
function typedEmails(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/[\s,;]+/).filter((email) => email !== ''))];
}

/** What the form holds, as the schema of a drop expects it. */
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
