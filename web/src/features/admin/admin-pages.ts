import type { Permission } from '@savepoint/model/roles';

/**
 * The admin pages in navigation order: path, name, and the permission to open them and their
 * subpages.
 */
export const ADMIN_PAGES: readonly (readonly [path: string, label: string, permission: Permission])[] = [
  ['/admin', 'Dashboard', 'openDashboard'],
  ['/admin/orders', 'Orders', 'readOrders'],
  ['/admin/products', 'Products', 'editCatalogue'],
  ['/admin/categories', 'Categories', 'editCatalogue'],
  ['/admin/promotions', 'Promotions', 'managePromotions'],
  ['/admin/drops', 'Drops', 'manageDrops'],
  ['/admin/reviews', 'Reviews', 'moderateReviews'],
  ['/admin/customers', 'Customers', 'readCustomers'],
  ['/admin/messages', 'Messages', 'readCustomers'],
  ['/admin/subscribers', 'Subscribers', 'readCustomers'],
  ['/admin/sync', 'Sync', 'syncCatalogue'],
  ['/admin/content', 'Content', 'editContent'],
  ['/admin/settings', 'Settings', 'editSettings'],
  ['/admin/roles', 'Staff', 'manageRoles'],
  ['/admin/audit', 'Audit log', 'readAuditLog'],
];

/** The admin page of an order. */
export function adminOrderPath(orderId: string): string {
  return `/admin/orders/${encodeURIComponent(orderId)}`;
}

/** The admin page of a product. */
export function adminProductPath(id: string): string {
  return `/admin/products/${encodeURIComponent(id)}`;
}

/** The permission for the page at a path. Unlisted pages are for owners, like managing roles. */
export function pagePermission(pathname: string): Permission {
  const path = pathname.replace(/\/$/, '');
  const page = ADMIN_PAGES.find(
    ([each]) => each === path || (each !== '/admin' && path.startsWith(`${each}/`)),
  );
  return page?.[2] ?? 'manageRoles';
}
