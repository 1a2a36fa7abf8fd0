// The permissions of staff: the only definition. `firestore.rules` repeats the rows that it needs,
// and tests/rules/roles.test.ts compares them; functions and admin pages read this file.

/**
 * An account's role besides shopper. An account has at most one, in the custom claim `role` of its
 * ID token.
 */
export const ROLES = ['packer', 'editor', 'support', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Each permission and the roles that have it. */
export const PERMISSIONS = {
  /** The dashboard, with the numbers that the role's other permissions cover. */
  openDashboard: ['packer', 'editor', 'support', 'owner'],
  /** Sums of money over all orders. */
  readTakings: ['owner'],
  /** Visits and bestsellers, without money. */
  readAnalytics: ['editor', 'owner'],
  readOrders: ['packer', 'support', 'owner'],
  /** Packing, shipping and delivering, with the tracking link. */
  fulfilOrders: ['packer', 'owner'],
  /** Canceling, refunding and deciding about returns. */
  refundOrders: ['support', 'owner'],
  /** Editing orders, and placing orders for customers. */
  editOrders: ['support', 'owner'],
  /** Store credit and gift cards. */
  giveCredit: ['support', 'owner'],
  /** Notes on orders that shoppers do not see. */
  noteOrders: ['packer', 'support', 'owner'],
  /** Correcting the address of an order that is not packed. */
  correctAddresses: ['packer', 'support', 'owner'],
  /** The emails of orders: which were sent, and sending one again. */
  resendEmails: ['support', 'owner'],
  /** Contact messages, subscribers, and customers with their orders. */
  readCustomers: ['support', 'owner'],
  /** Products, their stock, and its history. */
  editCatalogue: ['editor', 'owner'],
  syncCatalogue: ['editor', 'owner'],
  /** Codes and automatic discounts. */
  managePromotions: ['editor', 'owner'],
  /** Planning, watching and stopping drops. */
  manageDrops: ['editor', 'owner'],
  /** Shipping, tax, and the store's identity. */
  editSettings: ['owner'],
  /** Texts and rows of pages. */
  editContent: ['editor', 'owner'],
  moderateReviews: ['editor', 'support', 'owner'],
  readAuditLog: ['owner'],
  manageRoles: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** The claims of an ID token that determine the role. */
export interface RoleClaims {
  readonly role?: unknown;
  /** The older claim of admins. It means owner until the account is granted a role. */
  readonly admin?: unknown;
  readonly [claim: string]: unknown;
}

/** Whether a text names a role. */
export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}

/** The role given by the claims of an ID token. Unknown roles count as none. */
export function roleOf(claims: RoleClaims): Role | undefined {
  if (isRole(claims.role)) return claims.role;
  return claims.admin === true ? 'owner' : undefined;
}

/** Tells whether a role has a permission; no role has none. */
export function may(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
