// How the audit log is shown and filtered.
import type { AuditChange, AuditEntry, AuditValue } from '@savepoint/model/callables';

export interface AuditFilter {
  /** Part of any text of an entry; empty for all. */
  readonly text: string;
  /** Email, or uid of an account without one; empty for anybody. */
  readonly who: string;
  readonly action: string;
}

const LABELS: Readonly<Record<string, string>> = {
  compareAtPrice: 'Price before sale',
  imageAlts: 'Picture descriptions',
  image: 'Picture',
  images: 'Pictures',
  sku: 'SKU',
  shopifyVariantId: 'Shopify variant',
};

function labelOf(name: string): string {
  return LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** 'Stock of 2XL' for `variants.2XL.stock`, 'Material' for `specifications.Material`. */
function fieldLabel(field: string): string {
  const variant = /^variants\.(.*)\.(\w+)$/s.exec(field);
  if (variant?.[2] !== undefined)
    return variant[1] ? `${labelOf(variant[2])} of ${variant[1]}` : labelOf(variant[2]);
  return labelOf(field.replace(/^specifications\./, ''));
}

function format(field: string, value: AuditValue): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return /price$/i.test(field) ? `$${value.toFixed(2)}` : String(value);
  if (typeof value === 'string') return value;
  return value.length === 0 ? 'nothing' : value.join(', ');
}

/** A change as a person reads it. */
export function describeChange({ field, before, after }: AuditChange) {
  return { label: fieldLabel(field), before: format(field, before), after: format(field, after) };
}

/**
 * The entries that match a filter, in their order. The text is looked for in what the log shows, in
 * either case.
 */
export function filterAuditLog(entries: readonly AuditEntry[], filter: AuditFilter): readonly AuditEntry[] {
  const text = filter.text.trim().toLowerCase();
  return entries.filter((entry) => {
    const who = entry.email ?? entry.uid;
    const changes = (entry.changes ?? []).map((change) => Object.values(describeChange(change)).join(' '));
    const shown = [who, entry.summary, entry.target, ...changes].join('\n').toLowerCase();
    return (
      shown.includes(text) &&
      (filter.who === '' || filter.who === who) &&
      (filter.action === '' || filter.action === entry.action)
    );
  });
}
