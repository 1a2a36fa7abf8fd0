// Converts the fields of the promotion form to a request of `savePromotion`, and back. Invalid
// values stay invalid: the schema reports them.
import type { PromotionEffect, PromotionFields } from '@savepoint/model/promotion';
import type { FormValues } from '../../lib/form-values.ts';
import { toIsoTime } from './local-time.ts';
import { typedCents, typedPercent, typedWhole } from './typed-numbers.ts';

/** The prefix of category checkboxes. */
export const CATEGORY_PREFIX = 'category.';

/** Parses a text; undefined for an empty one. */
const optional = (text: string | undefined, parse: (text: string) => number) =>
  text ? parse(text) : undefined;

function typedEffect(values: FormValues): Record<string, unknown> {
  const percent = typedPercent(values.percent);
  switch (values.kind as PromotionEffect['kind']) {
    case 'amount':
      return { kind: 'amount', cents: typedCents(values.cents) };
    case 'free-shipping': {
      const upToCents = optional(values.upToCents, typedCents);
      return { kind: 'free-shipping', ...(upToCents !== undefined && { upToCents }) };
    }
    case 'buy-get':
      return { kind: 'buy-get', buy: typedWhole(values.buy), get: typedWhole(values.get), percent };
    default:
      return { kind: 'percent', percent };
  }
}

/** Converts the form's values to the input of the promotion schema. */
export function toPromotionInput(
  values: FormValues,
  before: Partial<Pick<PromotionFields, 'code' | 'isStopped'>>,
): Record<string, unknown> {
  const categories = Object.keys(values)
    .filter((name) => name.startsWith(CATEGORY_PREFIX))
    .map((name) => name.slice(CATEGORY_PREFIX.length));
  const input = {
    name: values.name,
    code: before.code ?? (values.code || undefined),
    effect: typedEffect(values),
    categories: categories.length > 0 ? categories : undefined,
    minimumCents: optional(values.minimumCents, typedCents),
    isFirstOrderOnly: values.isFirstOrderOnly === 'on' || undefined,
    isOncePerPerson: values.isOncePerPerson === 'on' || undefined,
    startsAt: toIsoTime(values.startsAt),
    endsAt: toIsoTime(values.endsAt),
    usesMax: optional(values.usesMax, typedWhole),
    budgetCents: optional(values.budgetCents, typedCents),
    isStopped: before.isStopped ?? false,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
