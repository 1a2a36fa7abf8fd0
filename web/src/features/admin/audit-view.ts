// Display and filtering of the audit log.
import type { AuditChange, AuditEntry, AuditValue } from '@savepoint/model/callables';
import { formatCents } from '@savepoint/model/money';
import { orderNumber } from '@savepoint/model/order-number';
import { adminOrderPath, adminProductPath } from './admin-pages.ts';

export interface AuditFilter {
  /** Part of any text of an entry; empty for all. */
  readonly text: string;
  /** Email, or uid of an account without one; empty for anybody. */
  readonly who: string;
  readonly action: string;
}

/** A readable label for each action. */
const ACTIONS: Readonly<Record<string, string>> = {
  changeReturn: 'Changed a return',
  changeSettings: 'Changed settings',
  correctAddress: 'Corrected an address',
  correctStock: 'Corrected the stock',
  deleteCategory: 'Deleted a category',
  deleteProduct: 'Deleted a product',
  editOrder: 'Edited an order',
  giveCredit: 'Gave store credit',
  importProducts: 'Imported products',
  issueGiftCard: 'Issued a gift card',
  moderateReview: 'Moderated a review',
  orderCategories: 'Reordered categories',
  patchProducts: 'Changed products',
  placeManualOrder: 'Made an order',
  refundOrder: 'Refunded a part of an order',
  resendOrderEmail: 'Sent an email again',
  restoreDeleted: 'Restored something deleted',
  saveCategory: 'Saved a category',
  saveDrop: 'Saved a drop',
  saveProduct: 'Saved a product',
  savePromotion: 'Saved a promotion',
  setRole: 'Changed a role',
  stopDrop: 'Stopped a drop',
  syncProducts: 'Synced products',
  undoSync: 'Undid a sync',
  updateOrder: 'Changed the status of an order',
  withdrawEdit: 'Withdrew an edit',
};

/** The label of an action, such as 'Edited an order'. */
export function actionLabel(action: string): string {
  return ACTIONS[action] ?? labelOf(action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** The target of an action, with its page; `path` is absent without one. */
export function describeTarget(target: string): { readonly name: string; readonly path?: string } {
  const [collection = '', id = ''] = target.split('/');
  switch (id && collection) {
    case 'orders':
      return { name: `Order ${orderNumber(id)}`, path: adminOrderPath(id) };
    case 'products':
      return { name: `Product ${id}`, path: adminProductPath(id) };
    case 'categories':
      return { name: `Category ${id}`, path: '/admin/categories' };
    case 'promotions':
      return { name: `Promotion ${id}`, path: '/admin/promotions' };
    case 'drops':
      return { name: `Drop ${id}`, path: '/admin/drops' };
    case 'settings':
      return { name: labelOf(id), path: '/admin/settings' };
    default:
      return { name: target };
  }
}

const LABELS: Readonly<Record<string, string>> = {
  compareAtPrice: 'Price before sale',
  imageAlts: 'Picture descriptions',
  packingNote: 'Note on the packing slip',
  totalCents: 'Total',
  image: 'Picture',
  images: 'Pictures',
  sku: 'SKU',
  shopifyVariantId: 'Shopify variant',
};

function labelOf(name: string): string {
  return LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * 'Stock of 2XL' for `variants.2XL.stock`, 'Units of tee, M' for `lines.tee.M`, 'Material' for
 * `specifications.Material`.
 */
function fieldLabel(field: string): string {
  const variant = /^variants\.(.*)\.(\w+)$/s.exec(field);
  if (variant?.[2] !== undefined)
    return variant[1] ? `${labelOf(variant[2])} of ${variant[1]}` : labelOf(variant[2]);
  const line = /^lines\.([^.]*)\.?(.*)$/s.exec(field);
  if (line) return `Units of ${[line[1], line[2]].filter(Boolean).join(', ')}`;
  return labelOf(field.replace(/^specifications\./, ''));
}

function format(field: string, value: AuditValue): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && field.endsWith('Cents')) return formatCents(value);
  if (typeof value === 'number') return /price$/i.test(field) ? `$${value.toFixed(2)}` : String(value);
  if (typeof value === 'string') return value;
  return value.length === 0 ? 'nothing' : value.join(', ');
}

/** A readable description of a change. */
export function describeChange({ field, before, after }: AuditChange) {
  return { label: fieldLabel(field), before: format(field, before), after: format(field, after) };
}

/**
 * The entries that match a filter, in order. The text is searched in the displayed log, ignoring
 * case.
 */
export function filterAuditLog(entries: readonly AuditEntry[], filter: AuditFilter): readonly AuditEntry[] {
  const text = filter.text.trim().toLowerCase();
  return entries.filter((entry) => {
    const who = entry.email ?? entry.uid;
    const changes = (entry.changes ?? []).map((change) => Object.values(describeChange(change)).join(' '));
    const { name } = describeTarget(entry.target);
    const did = [actionLabel(entry.action), entry.summary];
    const shown = [who, ...did, entry.target, name, ...changes].join('\n').toLowerCase();
    return (
      shown.includes(text) &&
      (filter.who === '' || filter.who === who) &&
      (filter.action === '' || filter.action === entry.action)
    );
  });
}
