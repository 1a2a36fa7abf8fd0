// The part of Shopify's Admin API schema that the emulator implements. Other queries fail
// validation, like a query for an unknown field in Shopify.
// @see https://shopify.dev/docs/api/admin-graphql

import { buildSchema } from 'graphql';

const CONNECTION_ARGS = 'first: Int, after: String, last: Int, before: String, reverse: Boolean = false';

function connection(node: string): string {
  return `
type ${node}Connection { edges: [${node}Edge!]! nodes: [${node}!]! pageInfo: PageInfo! }
type ${node}Edge { cursor: String! node: ${node}! }
`;
}

const PRODUCTS = `
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum ProductSortKeys { CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE PUBLISHED_AT RELEVANCE TITLE UPDATED_AT VENDOR }
enum ProductVariantSortKeys { ID INVENTORY_QUANTITY NAME POSITION SKU TITLE }
enum MediaContentType { EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO }
enum MediaStatus { FAILED PROCESSING READY UPLOADED }

type Product implements Node & LegacyInteroperability {
  id: ID!
  legacyResourceId: UnsignedInt64!
  title: String!
  handle: String!
  description(truncateAt: Int): String!
  descriptionHtml: HTML!
  vendor: String!
  productType: String!
  tags: [String!]!
  status: ProductStatus!
  createdAt: DateTime!
  updatedAt: DateTime!
  publishedAt: DateTime
  onlineStoreUrl: URL
  isGiftCard: Boolean!
  hasOnlyDefaultVariant: Boolean!
  tracksInventory: Boolean!
  totalInventory: Int!
  variantsCount: Count
  mediaCount: Count
  priceRangeV2: ProductPriceRangeV2!
  seo: SEO!
  options(first: Int): [ProductOption!]!
  featuredMedia: Media
  media(${CONNECTION_ARGS}): MediaConnection!
  variants(${CONNECTION_ARGS}, sortKey: ProductVariantSortKeys = POSITION): ProductVariantConnection!
}
type ProductOption implements Node { id: ID! name: String! position: Int! values: [String!]! optionValues: [ProductOptionValue!]! }
type ProductOptionValue implements Node { id: ID! name: String! hasVariants: Boolean! }
type ProductPriceRangeV2 { minVariantPrice: MoneyV2! maxVariantPrice: MoneyV2! }
type SEO { title: String description: String }
type ProductVariant implements Node & LegacyInteroperability {
  id: ID!
  legacyResourceId: UnsignedInt64!
  title: String!
  displayName: String!
  sku: String
  barcode: String
  price: Money!
  compareAtPrice: Money
  position: Int!
  availableForSale: Boolean!
  taxable: Boolean!
  inventoryQuantity: Int
  sellableOnlineQuantity: Int!
  inventoryPolicy: ProductVariantInventoryPolicy!
  selectedOptions: [SelectedOption!]!
  createdAt: DateTime!
  updatedAt: DateTime!
  product: Product!
  inventoryItem: InventoryItem!
}
enum ProductVariantInventoryPolicy { CONTINUE DENY }
type SelectedOption { name: String! value: String! }
interface Media { alt: String id: ID! mediaContentType: MediaContentType! status: MediaStatus! preview: MediaPreviewImage }
type MediaPreviewImage { image: Image status: MediaPreviewImageStatus! }
enum MediaPreviewImageStatus { FAILED PROCESSING READY UPLOADED }
type MediaImage implements Node & Media {
  id: ID!
  alt: String
  image: Image
  mediaContentType: MediaContentType!
  mimeType: String
  status: MediaStatus!
  preview: MediaPreviewImage
}
type Image { id: ID altText: String url: URL! width: Int height: Int }
`;

const INVENTORY = `
type InventoryItem implements Node & LegacyInteroperability {
  id: ID!
  legacyResourceId: UnsignedInt64!
  sku: String
  tracked: Boolean!
  requiresShipping: Boolean!
  createdAt: DateTime!
  updatedAt: DateTime!
  variant: ProductVariant!
  inventoryLevel(locationId: ID!): InventoryLevel
  inventoryLevels(${CONNECTION_ARGS}): InventoryLevelConnection!
}
type InventoryLevel implements Node { id: ID! item: InventoryItem! location: Location! updatedAt: DateTime! quantities(names: [String!]!): [InventoryQuantity!]! }
type InventoryQuantity implements Node { id: ID! name: String! quantity: Int! updatedAt: DateTime }
type Location implements Node & LegacyInteroperability { id: ID! legacyResourceId: UnsignedInt64! name: String! isActive: Boolean! }
`;

const WEBHOOKS = `
enum WebhookSubscriptionFormat { JSON XML }
enum WebhookSubscriptionTopic { APP_UNINSTALLED BULK_OPERATIONS_FINISH INVENTORY_LEVELS_UPDATE PRODUCTS_CREATE PRODUCTS_DELETE PRODUCTS_UPDATE }
enum WebhookSubscriptionSortKeys { CREATED_AT ID }
type WebhookSubscription implements Node & LegacyInteroperability {
  id: ID!
  legacyResourceId: UnsignedInt64!
  topic: WebhookSubscriptionTopic!
  uri: String!
  callbackUrl: URL!
  format: WebhookSubscriptionFormat!
  includeFields: [String!]!
  apiVersion: ApiVersion!
  createdAt: DateTime!
  updatedAt: DateTime!
}
input WebhookSubscriptionInput { uri: String callbackUrl: URL format: WebhookSubscriptionFormat includeFields: [String!] }
type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionUpdatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionDeletePayload { userErrors: [UserError!]! deletedWebhookSubscriptionId: ID }
`;

const BULK = `
enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }
enum BulkOperationType { MUTATION QUERY }
type BulkOperation implements Node {
  id: ID!
  status: BulkOperationStatus!
  errorCode: BulkOperationErrorCode
  createdAt: DateTime!
  completedAt: DateTime
  objectCount: UnsignedInt64!
  rootObjectCount: UnsignedInt64!
  fileSize: UnsignedInt64
  url: URL
  partialDataUrl: URL
  query: String!
  type: BulkOperationType!
}
enum BulkOperationUserErrorCode { INVALID LIMIT_REACHED OPERATION_IN_PROGRESS }
type BulkOperationUserError { code: BulkOperationUserErrorCode field: [String!] message: String! }
type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [BulkOperationUserError!]! }
type BulkOperationCancelPayload { bulkOperation: BulkOperation userErrors: [UserError!]! }
`;

const MUTATIONS = `
input ProductCreateInput { title: String! handle: String descriptionHtml: String vendor: String productType: String tags: [String!] status: ProductStatus }
input ProductUpdateInput { id: ID! title: String handle: String descriptionHtml: String vendor: String productType: String tags: [String!] status: ProductStatus }
input ProductDeleteInput { id: ID! }
input InventoryItemInput { sku: String }
input ProductVariantsBulkInput { id: ID! price: Money compareAtPrice: Money inventoryItem: InventoryItemInput }
input InventoryQuantityInput { inventoryItemId: ID! locationId: ID! quantity: Int! compareQuantity: Int }
input InventorySetQuantitiesInput { name: String! reason: String! quantities: [InventoryQuantityInput!]! ignoreCompareQuantity: Boolean = false referenceDocumentUri: String }
type ProductCreatePayload { product: Product userErrors: [UserError!]! }
type ProductUpdatePayload { product: Product userErrors: [UserError!]! }
type ProductDeletePayload { deletedProductId: ID userErrors: [UserError!]! }
type ProductVariantsBulkUpdatePayload { product: Product productVariants: [ProductVariant!] userErrors: [UserError!]! }
type InventorySetQuantitiesPayload { inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [UserError!]! }
type InventoryAdjustmentGroup implements Node { id: ID! createdAt: DateTime! reason: String! }

type Mutation {
  productCreate(product: ProductCreateInput): ProductCreatePayload
  productUpdate(product: ProductUpdateInput): ProductUpdatePayload
  productDelete(input: ProductDeleteInput!): ProductDeletePayload
  productVariantsBulkUpdate(productId: ID!, variants: [ProductVariantsBulkInput!]!): ProductVariantsBulkUpdatePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  bulkOperationRunQuery(query: String!, groupObjects: Boolean = false): BulkOperationRunQueryPayload
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
}
`;

const ADMIN_SDL = `
scalar DateTime
scalar HTML
scalar Money
scalar Decimal
scalar URL
scalar UnsignedInt64
enum CurrencyCode { AUD CAD CHF CZK DKK EUR GBP JPY NOK NZD PLN SEK USD }
interface Node { id: ID! }
interface LegacyInteroperability { legacyResourceId: UnsignedInt64! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type Count { count: Int! precision: CountPrecision! }
enum CountPrecision { AT_LEAST EXACT }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type UserError { field: [String!] message: String! }
type ApiVersion { displayName: String! handle: String! supported: Boolean! }
type Domain implements Node { id: ID! host: String! url: URL! sslEnabled: Boolean! }
type ShopPlan { publicDisplayName: String! partnerDevelopment: Boolean! shopifyPlus: Boolean! }
type Shop implements Node {
  id: ID!
  name: String!
  email: String!
  myshopifyDomain: String!
  primaryDomain: Domain!
  url: URL!
  currencyCode: CurrencyCode!
  ianaTimezone: String!
  taxesIncluded: Boolean!
  plan: ShopPlan!
  createdAt: DateTime!
}
${PRODUCTS}${INVENTORY}${WEBHOOKS}${BULK}${MUTATIONS}
${['Product', 'ProductVariant', 'Media', 'InventoryLevel', 'InventoryItem', 'Location', 'WebhookSubscription', 'BulkOperation'].map(connection).join('')}
type QueryRoot {
  shop: Shop!
  product(id: ID!): Product
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  products(${CONNECTION_ARGS}, sortKey: ProductSortKeys = ID, query: String): ProductConnection!
  productsCount(query: String): Count
  productVariant(id: ID!): ProductVariant
  productVariants(${CONNECTION_ARGS}, sortKey: ProductVariantSortKeys = ID, query: String): ProductVariantConnection!
  inventoryItem(id: ID!): InventoryItem
  inventoryItems(${CONNECTION_ARGS}, query: String): InventoryItemConnection!
  location(id: ID): Location
  locations(${CONNECTION_ARGS}): LocationConnection!
  webhookSubscription(id: ID!): WebhookSubscription
  webhookSubscriptions(${CONNECTION_ARGS}, sortKey: WebhookSubscriptionSortKeys = CREATED_AT, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
  currentBulkOperation(type: BulkOperationType = QUERY): BulkOperation
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(${CONNECTION_ARGS}): BulkOperationConnection!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  publicApiVersions: [ApiVersion!]!
}
input ProductIdentifierInput @oneOf { id: ID handle: String }
schema { query: QueryRoot mutation: Mutation }
`;

/**
 * The executable schema. Custom scalars are not converted: resolvers return them in wire format.
 */
export const ADMIN_SCHEMA = buildSchema(ADMIN_SDL);
