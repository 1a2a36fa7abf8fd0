// Schemas for the settings that an owner may enter, except shipping (shipping-schema.ts).
import * as z from 'zod/mini';
import { PICKED_MAX } from './content.ts';
import { isShopLink } from './content-links.ts';
import { CategoryIdSchema, DocumentIdSchema } from './document-id.ts';
import { lineSchema, textSchema } from './plain-text.ts';

const rate = z.number().check(z.gte(0), z.lte(1));

export const TaxSettingsSchema = z.strictObject({
  rate,
  exceptions: z
    .array(
      z.strictObject({
        country: z.string().check(z.regex(/^[A-Z]{2}$/)),
        region: z.optional(lineSchema(1, 100)),
        rate,
      }),
    )
    .check(z.maxLength(200)),
});

const HttpsUrlSchema = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>]+$/));

export const StoreSettingsSchema = z.strictObject({
  senderName: lineSchema(1, 60),
  returnAddress: textSchema(0, 500),
  social: z.array(z.strictObject({ name: lineSchema(1, 40), url: HttpsUrlSchema })).check(z.maxLength(12)),
});

const target = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.refine(isShopLink, 'Enter a path of the shop, like /shop/sale, or an address with https://.'),
  );
export const ContentLinkSchema = z.strictObject({ label: lineSchema(1, 60), to: target });

const title = lineSchema(1, 80);

export const ContentSettingsSchema = z.strictObject({
  announcement: z.optional(z.strictObject({ text: lineSchema(1, 140), to: z.optional(target) })),
  hero: z.strictObject({
    title: lineSchema(1, 80),
    text: lineSchema(0, 300),
    product: z.optional(DocumentIdSchema),
    link: ContentLinkSchema,
  }),
  promises: z.array(lineSchema(1, 100)).check(z.maxLength(4)),
  rows: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.enum(['featured', 'bestsellers', 'sale', 'categories', 'reviews', 'recent']),
          title,
        }),
        z.strictObject({ kind: z.literal('lifestyle') }),
        z.strictObject({
          kind: z.literal('category'),
          title,
          category: CategoryIdSchema,
        }),
        z.strictObject({
          kind: z.literal('picked'),
          title,
          products: z
            .array(z.strictObject({ product: DocumentIdSchema }))
            .check(z.minLength(1), z.maxLength(PICKED_MAX)),
        }),
      ]),
    )
    .check(z.maxLength(20)),
  navigation: z.optional(z.array(ContentLinkSchema).check(z.minLength(1), z.maxLength(12))),
  footer: z.strictObject({
    tagline: lineSchema(0, 200),
    columns: z
      .array(
        z.strictObject({
          title: lineSchema(1, 40),
          links: z.array(ContentLinkSchema).check(z.minLength(1), z.maxLength(20)),
        }),
      )
      .check(z.maxLength(5)),
  }),
});

const TextPageSchema = z.strictObject({
  title: lineSchema(1, 120),
  lead: lineSchema(0, 300),
  sections: z
    .array(z.strictObject({ heading: lineSchema(1, 120), text: textSchema(1, 5000) }))
    .check(z.maxLength(30)),
});

export const PagesSettingsSchema = z.strictObject({
  about: TextPageSchema,
  faq: z.strictObject({
    title: lineSchema(1, 120),
    lead: lineSchema(0, 300),
    questions: z
      .array(z.strictObject({ question: lineSchema(1, 200), answer: textSchema(1, 2000) }))
      .check(z.maxLength(60)),
  }),
  shipping: TextPageSchema,
  privacy: TextPageSchema,
  terms: TextPageSchema,
});
