// Who of the shop's people may do what: the only place that says so. `firestore.rules` repeats the
// rows that it needs, and tests/rules/roles.test.ts compares; functions and admin pages read this
// file.

/**
 * What an account may be besides a shopper. An account has one role, in the custom claim `role` of
 * its ID token.
 */
export const ROLES = ['packer', 'editor', 'support', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Each permission and the roles that have it. */
export const PERMISSIONS = {
  /** The numbers on the dashboard that the other permissions of the role are about. */
  openDashboard: ['packer', 'editor', 'support', 'owner'],
  /** Sums of money over all orders. */
  readTakings: ['owner'],
  /** What visitors do and what sells, without money. */
  readAnalytics: ['editor', 'owner'],
  readOrders: ['packer', 'support', 'owner'],
  /** Packing, shipping and delivering, with the tracking link. */
  fulfilOrders: ['packer', 'owner'],
  /** Cancelling, refunding and deciding about returns. */
  refundOrders: ['support', 'owner'],
  /** Changing what is in an order, and making orders for customers. */
  editOrders: ['support', 'owner'],
  /** Store credit and gift cards. */
  giveCredit: ['support', 'owner'],
  /** Notes on orders that shoppers do not see. */
  noteOrders: ['packer', 'support', 'owner'],
  /** Where an order goes that is not packed. */
  correctAddresses: ['packer', 'support', 'owner'],
  /** The emails of orders: which were sent, and sending one again. */
  resendEmails: ['support', 'owner'],
  /** Contact messages, subscribers, and customers with their orders. */
  readCustomers: ['support', 'owner'],
  /** Products with their stock, and where it went. */
  editCatalogue: ['editor', 'owner'],
  syncCatalogue: ['editor', 'owner'],
  /** Codes and automatic discounts. */
  managePromotions: ['editor', 'owner'],
  /** Planning, watching and stopping drops. */
  manageDrops: ['editor', 'owner'],
  /** Shipping, tax, and who the shop is. */
  editSettings: ['owner'],
  /** Texts and rows of pages. */
  editContent: ['editor', 'owner'],
  moderateReviews: ['editor', 'support', 'owner'],
  readAuditLog: ['owner'],
  manageRoles: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** The claims of an ID token that decide about roles. */
export interface RoleClaims {
  readonly role?: unknown;
  /**
   * The claim of admins before there were roles. It means owner until the account is granted a
   * role.
   */
  readonly admin?: unknown;
  readonly [claim: string]: unknown;
}

/** Whether a text names a role. */
export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}

/**
 * The role that the claims of an ID token give, if any. A role that this version does not know
 * gives none.
 */
export function roleOf(claims: RoleClaims): Role | undefined {
  if (isRole(claims.role)) return claims.role;
  return claims.admin === true ? 'owner' : undefined;
}

/** Whether a role has a permission; nobody without a role has any. */
export function may(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
