// The fields of the promotion form as the request of `savePromotion`, and back. What is not valid
// stays invalid: the schema says so.
import { toCents, toDollars } from '@savepoint/model/money';
import type { PromotionEffect, PromotionFields } from '@savepoint/model/promotion';
import { parseDollars, parseWholeNumber } from '@savepoint/model/typed-digits';
import type { FormValues } from '../../lib/form-values.ts';

/** Begins the name of the box of each category. */
export const CATEGORY_PREFIX = 'category.';

const typedNumber = (text: string | undefined) => (text ? (parseWholeNumber(text) ?? Number.NaN) : undefined);
const typedCents = (text: string | undefined) =>
  text ? toCents(parseDollars(text) ?? Number.NaN) : undefined;
const typedTime = (text: string | undefined) => {
  if (!text) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
};

function typedEffect(values: FormValues): Record<string, unknown> {
  const percent = typedNumber(values.percent?.replace(/\s*[%٪％]\s*$/, ''));
  switch (values.kind as PromotionEffect['kind']) {
    case 'amount':
      return { kind: 'amount', cents: typedCents(values.cents) };
    case 'free-shipping': {
      const upToCents = typedCents(values.upToCents);
      return { kind: 'free-shipping', ...(upToCents !== undefined && { upToCents }) };
    }
    case 'buy-get':
      return { kind: 'buy-get', buy: typedNumber(values.buy), get: typedNumber(values.get), percent };
    default:
      return { kind: 'percent', percent };
  }
}

/** What the form holds, as the schema of a promotion expects it. */
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
    minimumCents: typedCents(values.minimumCents),
    isFirstOrderOnly: values.isFirstOrderOnly === 'on' || undefined,
    isOncePerPerson: values.isOncePerPerson === 'on' || undefined,
    startsAt: typedTime(values.startsAt),
    endsAt: typedTime(values.endsAt),
    usesMax: typedNumber(values.usesMax),
    budgetCents: typedCents(values.budgetCents),
    isStopped: before.isStopped ?? false,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Cents as the form shows them; empty for none. */
export function toDollarText(cents: number | undefined): string {
  return cents === undefined ? '' : toDollars(cents).toFixed(2);
}

/** An ISO time as a control for local times holds it; empty for none. */
export function toLocalTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
