// The product form's values as text, and their conversion to a ProductDraft. Validation is the model's schema; this
// file maps its issues to messages by field.
import { type ProductDraft, ProductDraftSchema } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import type { FormFailure } from '../../components/form.tsx';
import type { FormErrors, FormSchema } from '../../lib/form-values.ts';

export interface ImageRow {
  readonly key: string;
  readonly url: string;
  readonly alt: string;
}
export interface VariantRow {
  readonly key: string;
  readonly size: string;
  readonly stock: string;
  readonly sku: string;
  readonly shopifyVariantId?: string;
}

export interface FormValues {
  readonly name: string;
  readonly price: string;
  readonly compareAtPrice: string;
  readonly category: string;
  readonly description: string;
  /** One per line. */
  readonly features: string;
  /** 'Label: text', one per line. */
  readonly specifications: string;
  readonly featured: boolean;
  readonly images: readonly ImageRow[];
  readonly variants: readonly VariantRow[];
  readonly shopifyVariantId?: string;
}

export type Status = 'active' | 'draft' | 'archived';

let lastKey = 0;
function nextKey(): string {
  lastKey += 1;
  return `row-${lastKey}`;
}

/** An image row with a unique React key. */
export const newImageRow = (url = '', alt = ''): ImageRow => ({ key: nextKey(), url, alt });
/** A variant row with a unique React key. */
export const newVariantRow = (size = '', stock = '0', sku = ''): VariantRow => ({
  key: nextKey(),
  size,
  stock,
  sku,
});

/** The form values of a product, or those of a new product. */
export function toFormValues(product: Product | undefined): FormValues {
  if (product === undefined) {
    return {
      name: '',
      price: '',
      compareAtPrice: '',
      category: '',
      description: '',
      features: '',
      specifications: '',
      featured: false,
      images: [newImageRow()],
      variants: [newVariantRow()],
    };
  }
  return {
    name: product.name,
    price: product.price.toFixed(2),
    compareAtPrice: product.compareAtPrice?.toFixed(2) ?? '',
    category: product.category,
    description: product.description,
    features: product.features.join('\n'),
    specifications: Object.entries(product.specifications)
      .map(([label, text]) => `${label}: ${text}`)
      .join('\n'),
    featured: product.featured,
    images: (product.images.length > 0 ? product.images : [product.image]).map((url, index) =>
      newImageRow(url, product.imageAlts?.[index]),
    ),
    variants: product.variants.map((variant) => ({
      ...newVariantRow(variant.size, String(variant.stock), variant.sku),
      ...(variant.shopifyVariantId !== undefined && { shopifyVariantId: variant.shopifyVariantId }),
    })),
    ...(product.shopifyVariantId !== undefined && { shopifyVariantId: product.shopifyVariantId }),
  };
}

const nonEmptyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Parses '45' or '45.00' as dollars; NaN for anything else. */
function parsePrice(text: string): number {
  return /^\d+(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function parseSpecifications(text: string): Record<string, string> {
  return Object.fromEntries(
    nonEmptyLines(text).map((line) => {
      const [label = '', ...rest] = line.split(':');
      return [label.trim(), rest.join(':').trim()];
    }),
  );
}

const FIELD_ERRORS: Readonly<Record<string, string>> = {
  name: 'Enter a name of at most 200 characters.',
  price: 'Enter a price like 45 or 45.00.',
  compareAtPrice: 'Enter a price like 60.00, or leave it empty.',
  category: 'Choose a category.',
  description: 'Keep it to 10,000 characters.',
  features: 'At most 30 features of up to 300 characters each.',
  specifications: "Write 'Label: text' on each line; labels up to 60, texts up to 300 characters.",
};

/** Parses a form into a draft, or returns the errors by field; rows are named 'images.0', 'variants.2'. */
function parseProductForm(
  form: FormValues,
  status: Status,
): { draft: ProductDraft } | { errors: FormErrors } {
  const images = form.images.filter(({ url }) => url.trim() !== '');
  const variants = form.variants.map(({ size, stock, sku, shopifyVariantId }) => ({
    ...(size.trim() !== '' && { size: size.trim() }),
    stock: /^\d{1,7}$/.test(stock.trim()) ? Number(stock) : Number.NaN,
    ...(sku.trim() !== '' && { sku: sku.trim() }),
    ...(shopifyVariantId !== undefined && { shopifyVariantId }),
  }));
  const parsed = ProductDraftSchema.safeParse({
    name: form.name.trim(),
    price: parsePrice(form.price),
    ...(form.compareAtPrice.trim() !== '' && { compareAtPrice: parsePrice(form.compareAtPrice) }),
    image: images[0]?.url.trim() ?? '',
    images: images.map(({ url }) => url.trim()),
    imageAlts: images.map(({ alt }) => alt.trim()),
    category: form.category,
    description: form.description.trim(),
    features: nonEmptyLines(form.features),
    specifications: parseSpecifications(form.specifications),
    featured: form.featured,
    variants,
    status,
    ...(form.shopifyVariantId !== undefined && { shopifyVariantId: form.shopifyVariantId }),
  });
  const errors: Record<string, string> = {};
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const [field, index] = [String(issue.path[0]), issue.path[1]];
    if (field === 'image') errors['images.0'] = 'Enter an https address or a path like /art/name.webp.';
    else if (field === 'images' && typeof index === 'number') {
      const row = form.images.indexOf(images[index] as ImageRow);
      errors[`images.${row}`] = 'Enter an https address or a path like /art/name.webp.';
    } else if (field === 'variants') {
      errors[`variants.${String(index ?? 0)}`] =
        'Stock is a whole number from 0; sizes have up to 20 characters.';
    } else errors[field] = FIELD_ERRORS[field] ?? issue.message;
  }
  const sizes = form.variants.map(({ size }) => size.trim());
  sizes.forEach((size, index) => {
    if (sizes.indexOf(size) !== index)
      errors[`variants.${index}`] = size === '' ? 'Give each variant a size.' : 'This size is there already.';
  });
  if (/[<>]/.test(form.name)) errors.name = 'The name must not contain < or >.';
  if (form.compareAtPrice.trim() !== '' && parsePrice(form.compareAtPrice) <= parsePrice(form.price)) {
    errors.compareAtPrice = 'The price before the sale must be higher than the price.';
  }
  return parsed.success && Object.keys(errors).length === 0 ? { draft: parsed.data } : { errors };
}

/** The schema of a product form with these values. Its input is the status that the product gets. */
export function productFormSchema(form: FormValues): FormSchema<ProductDraft> {
  return {
    safeParse: (status) => {
      const parsed = parseProductForm(form, status as Status);
      if ('draft' in parsed) return { success: true, data: parsed.draft };
      const issues = Object.entries(parsed.errors).map(([name, message]) => ({
        code: 'custom',
        path: [name],
        message,
      }));
      return { success: false, error: { issues } };
    },
  };
}

/** A failure whose field is a path of the request, such as product.variants.0.stock, at the control of this form. */
export function toProductFailure({ message, field }: FormFailure): FormFailure {
  const [name, index] = field?.replace(/^product\./, '').split('.') ?? [];
  if (name === 'image') return { message, field: 'images.0' };
  return { message, field: index !== undefined && /^\d+$/.test(index) ? `${name}.${index}` : name };
}
