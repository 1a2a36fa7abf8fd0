// For tests: random products, generated from the schema, so that every property covers new fields.
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { type ProductDraft, ProductDraftSchema } from './callables.ts';
import { ImageUrlSchema } from './image-url-schema.ts';
import { toDollars } from './money.ts';
import { PRODUCT_STATUSES, type Product } from './product.ts';
import { findProductProblem } from './product-problem.ts';

/** Long enough for every separator and escape; longer texts only slow the tests down. */
const LENGTH_MAX = 12;
const ITEMS_MAX = 4;

/** Letters, and characters that are syntax in CSV, forms and spreadsheets. */
const character = fc.oneof(
  fc.constantFrom('S', 'M', 'é', '👕', '7'),
  fc.constantFrom('|', ':', '\\', '"', "'", ',', ';', '=', '+', '-', '@', '\n', '\r\n', '\t', ' ', '<'),
);

const image = fc.oneof(
  fc.constantFrom(
    '/art/save-point-tee.webp',
    'https://cdn.example/a.png?width=400',
    '/art/a|b.webp',
    '/a\\b',
  ),
  fc.string({ maxLength: LENGTH_MAX }).map((text) => `https://cdn.example/${text}`),
);

type JsonSchema = z.core.JSONSchema.JSONSchema;

function arbitraryText({ minLength = 0, maxLength = LENGTH_MAX, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, LENGTH_MAX));
  return fc.string({ unit: character, minLength, maxLength: Math.min(maxLength, LENGTH_MAX) });
}

function arbitraryNumber({ type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, multipleOf }: JsonSchema) {
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (multipleOf === 0.01)
    return fc.integer({ min: Math.round(minimum * 100), max: Math.round(maximum * 100) }).map(toDollars);
  return fc.double({ min: minimum, max: maximum, noNaN: true });
}

/** Values of a schema, before its refinements. Throws for a kind of schema that no product has. */
function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.format === 'image') return image;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return arbitraryText(schema);
    case 'number':
    case 'integer':
      return arbitraryNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const { minItems: minLength = 0 } = schema;
      return fc.array(arbitraryOf(schema.items as JsonSchema), { minLength, maxLength: ITEMS_MAX });
    }
    case 'object': {
      if (schema.properties === undefined) {
        const [key, value] = [schema.propertyNames, schema.additionalProperties].map((part) =>
          arbitraryOf(part as JsonSchema),
        ) as [fc.Arbitrary<string>, fc.Arbitrary<unknown>];
        return fc.dictionary(key, value, { maxKeys: ITEMS_MAX });
      }
      const properties = Object.entries(schema.properties).map(
        ([name, property]) => [name, arbitraryOf(property as JsonSchema)] as const,
      );
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] });
    }
    default:
      throw new Error(`There are no random values of ${JSON.stringify(schema)}.`);
  }
}

const draftSchema = z.toJSONSchema(ProductDraftSchema, {
  override: ({ zodSchema, jsonSchema }) => {
    if (zodSchema === ImageUrlSchema) jsonSchema.format = 'image';
  },
});

/** Products as an admin may save them: valid for the schema and for the rules that span fields. */
const arbitraryDraft: fc.Arbitrary<ProductDraft> = arbitraryOf(draftSchema)
  .map((value) => {
    const draft = value as ProductDraft;
    // Otherwise most products would have a duplicate size or an invalid sale.
    const variants = draft.variants.map((variant, index) =>
      draft.variants.length === 1
        ? variant
        : { ...variant, size: `${variant.size ?? ''}${index}`.slice(-20) },
    );
    const { compareAtPrice, ...rest } = { ...draft, variants, name: draft.name.replaceAll('<', '(') };
    return compareAtPrice !== undefined && compareAtPrice > draft.price ? { ...rest, compareAtPrice } : rest;
  })
  .map((draft) => ProductDraftSchema.safeParse(draft).data)
  .filter((draft) => draft !== undefined && findProductProblem(draft) === undefined)
  .map((draft) => draft as ProductDraft);

/**
 * Stored products: drafts plus server-maintained fields, with and without a status and a version.
 */
const arbitraryProduct: fc.Arbitrary<Product> = fc
  .record(
    {
      draft: arbitraryDraft,
      id: fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?$/),
      rating: fc.double({ min: 0, max: 5, noNaN: true }),
      reviews: fc.nat(),
      status: fc.constantFrom(...PRODUCT_STATUSES),
      source: fc.constant('shopify' as const),
      updatedAt: fc.constant('2026-11-01T12:00:00.000Z'),
    },
    { requiredKeys: ['draft', 'id', 'rating', 'reviews'] },
  )
  .map(({ draft: { status: _status, ...draft }, ...fields }) => ({
    ...draft,
    ...fields,
    inStock: draft.variants.some(({ stock }) => stock > 0),
  }));

/**
 * Runs a check with 100 random products. Throws the check's error with the smallest product that
 * fails, and its seed.
 */
export function checkRandomProducts(check: (product: Product) => void): void {
  fc.assert(fc.property(arbitraryProduct, check));
}
