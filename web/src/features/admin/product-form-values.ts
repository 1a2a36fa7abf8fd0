// The product form's values as text, and their conversion to a ProductDraft. The model validates;
// this file maps its issues to messages by field. Fields that are not changed in the form stay
// exactly as stored.

import { type ProductDraft, ProductDraftSchema } from '@savepoint/model/callables';
import type { Product, Variant } from '@savepoint/model/product';
import { findProductProblem } from '@savepoint/model/product-problem';
import { parseDollars, parseWholeNumber } from '@savepoint/model/typed-digits';
import type { FormFailure } from '../../components/form.tsx';
import type { FormErrors, FormSchema } from '../../lib/form-values.ts';

/** A file on its way to becoming a picture. */
export interface ImageUpload {
  /** Of the file. */
  readonly name: string;
  /** An object URL of the file. */
  readonly preview: string;
  readonly state: 'waiting' | 'sending' | 'processing' | 'failed';
  /** The uploaded fraction, from 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly message?: string;
  /** True if the file itself is the reason, so that retrying is useless. */
  readonly isFinal?: boolean;
}

export interface ImageRow {
  readonly key: string;
  /** Empty until an upload is done. */
  readonly url: string;
  readonly alt: string;
  /** A stored image without alternative text; it does not prevent saving other changes. */
  readonly mayLackAlt?: boolean;
  /** Absent for an image that has a URL. */
  readonly upload?: ImageUpload;
}
export interface VariantRow {
  readonly key: string;
  readonly size: string;
  readonly stock: string;
  /** Empty if the size has the product's price. */
  readonly price: string;
  readonly sku: string;
  /** Empty if the size has the product's weight. */
  readonly grams: string;
  readonly shopifyVariantId?: string;
}

/** A row of the specifications. */
export interface SpecificationRow {
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

export interface FormValues {
  readonly name: string;
  readonly price: string;
  readonly compareAtPrice: string;
  readonly category: string;
  /** Empty for the guide that matches the name. */
  readonly sizeGuide: string;
  readonly description: string;
  /** One per line. */
  readonly features: string;
  readonly specifications: readonly SpecificationRow[];
  readonly grams: string;
  readonly editionSize: string;
  readonly hsCode: string;
  /** A country; empty for none. */
  readonly origin: string;
  readonly productType: string;
  /** One per line. */
  readonly tags: string;
  readonly featured: boolean;
  readonly bestseller: boolean;
  readonly saleHighlight: boolean;
  readonly images: readonly ImageRow[];
  readonly variants: readonly VariantRow[];
}

export type Status = 'active' | 'draft' | 'archived';

let lastKey = 0;
function nextKey(): string {
  lastKey += 1;
  return `row-${lastKey}`;
}

/** An image row with a unique React key. */
export const newImageRow = (): ImageRow => ({ key: nextKey(), url: '', alt: '' });
/** The image row of a file that waits to be uploaded. */
export const newUploadRow = (name: string, preview: string): ImageRow => ({
  ...newImageRow(),
  upload: { name, preview, state: 'waiting', part: 0 },
});
const storedImageRow = (url: string, alt: string): ImageRow => ({
  ...newImageRow(),
  url,
  alt,
  ...(alt === '' && { mayLackAlt: true }),
});
/** A variant row with a unique React key. */
export const newVariantRow = (size = ''): VariantRow => ({
  key: nextKey(),
  size,
  stock: '0',
  price: '',
  sku: '',
  grams: '',
});

/** A specification row with a unique React key. */
export const newSpecificationRow = (label = '', text = ''): SpecificationRow => ({
  key: nextKey(),
  label: toLine(label),
  text: toLine(text),
});

const EMPTY: Omit<FormValues, 'images' | 'variants' | 'specifications'> = {
  name: '',
  price: '',
  compareAtPrice: '',
  category: '',
  sizeGuide: '',
  grams: '',
  editionSize: '',
  hsCode: '',
  origin: '',
  description: '',
  features: '',
  productType: '',
  tags: '',
  featured: false,
  bestseller: false,
  saleHighlight: false,
};

/** A text as displayed in a single-line control. */
function toLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

type Specification = readonly [label: string, text: string];

/** The displayed images with their alternative texts, that of lists first. */
function shownImages({ image, images, imageAlts }: Pick<Product, 'image' | 'images' | 'imageAlts'>) {
  const alts = new Map(images.map((url, index) => [url, imageAlts?.[index] ?? '']));
  const urls = images[0] === image ? images : [image, ...images.filter((url) => url !== image)];
  return urls.map((url, index) => ({
    url,
    alt: images[0] === image ? (imageAlts?.[index] ?? '') : (alts.get(url) ?? ''),
  }));
}

/** The form values of a product, or those of a new product. */
export function toFormValues(product: Product | undefined): FormValues {
  if (product === undefined) return { ...EMPTY, specifications: [], images: [], variants: [newVariantRow()] };
  return {
    name: product.name,
    price: product.price.toFixed(2),
    compareAtPrice: product.compareAtPrice?.toFixed(2) ?? '',
    category: product.category,
    sizeGuide: product.sizeGuide ?? '',
    grams: product.grams?.toString() ?? '',
    editionSize: product.editionSize?.toString() ?? '',
    hsCode: product.hsCode ?? '',
    origin: product.origin ?? '',
    description: product.description,
    features: product.features.map(toLine).join('\n'),
    specifications: Object.entries(product.specifications).map(([label, text]) =>
      newSpecificationRow(label, text),
    ),
    productType: product.productType ?? '',
    tags: product.tags?.map(toLine).join('\n') ?? '',
    featured: product.featured,
    bestseller: product.bestseller ?? false,
    saleHighlight: product.saleHighlight ?? false,
    images: shownImages(product).map(({ url, alt }) => storedImageRow(url, alt)),
    variants: product.variants.map(toVariantRow),
  };
}

function toVariantRow({ size, stock, price, sku, grams, shopifyVariantId }: Variant): VariantRow {
  return {
    key: nextKey(),
    size: size ?? '',
    stock: String(stock),
    price: price?.toFixed(2) ?? '',
    sku: sku ?? '',
    grams: grams?.toString() ?? '',
    ...(shopifyVariantId !== undefined && { shopifyVariantId }),
  };
}

/**
 * The form values of a copy of a product, without its individual data: units, SKUs and variants on
 * the shop platform.
 */
export function toCopyValues(product: Product): FormValues {
  const values = toFormValues(product);
  return {
    ...values,
    name: `Copy of ${product.name}`,
    variants: values.variants.map(({ size, price, grams }) => ({ ...newVariantRow(size), price, grams })),
  };
}

/** Parses '45' or '45.00' as dollars; NaN for anything else. */
function parsePrice(text: string): number {
  return parseDollars(text) ?? Number.NaN;
}

/**
 * The entries of a text area. A line that displays a stored entry keeps that entry, whatever it
 * lost in display.
 */
function parseLines(text: string, stored: readonly string[]): string[] {
  const unused = [...stored];
  return text.split('\n').flatMap((line) => {
    const index = unused.findIndex((entry) => toLine(entry) === line);
    if (index !== -1) return unused.splice(index, 1);
    return line.trim() === '' ? [] : [line.trim()];
  });
}

/** The specifications of non-empty rows; unchanged ones stay as stored. */
function parseSpecifications(
  rows: readonly SpecificationRow[],
  stored: readonly Specification[],
): { row: SpecificationRow; entry: Specification }[] {
  const unused = [...stored];
  return rows
    .filter(({ label, text }) => `${label}${text}`.trim() !== '')
    .map((row) => {
      const index = unused.findIndex(
        ([label, text]) => toLine(label) === row.label && toLine(text) === row.text,
      );
      const [entry = [row.label.trim(), row.text.trim()] as const] =
        index === -1 ? [] : unused.splice(index, 1);
      return { row, entry };
    });
}

function parseVariant({ size, stock, price, sku, grams, shopifyVariantId }: VariantRow) {
  return {
    ...(size.trim() !== '' && { size: size.trim() }),
    stock: parseWholeNumber(stock) ?? Number.NaN,
    ...(price.trim() !== '' && { price: parsePrice(price) }),
    ...(sku.trim() !== '' && { sku: sku.trim() }),
    ...(grams.trim() !== '' && { grams: parseWholeNumber(grams) ?? Number.NaN }),
    ...(shopifyVariantId !== undefined && { shopifyVariantId }),
  };
}

/**
 * The image fields. They stay as stored if the rows do; otherwise the first row becomes the image
 * of lists.
 */
function parseImages(rows: readonly ImageRow[], product: Product | undefined) {
  const toTexts = (images: readonly { url: string; alt: string }[]) =>
    JSON.stringify(images.map(({ url, alt }) => [url.trim(), alt.trim()]));
  if (product !== undefined && toTexts(shownImages(product)) === toTexts(rows)) {
    const { image, images, imageAlts } = product;
    return { image, images, ...(imageAlts !== undefined && { imageAlts }) };
  }
  const images = rows.filter(({ url }) => url.trim() !== '');
  const imageAlts = images.map(({ alt }) => alt.trim());
  return {
    image: images[0]?.url.trim() ?? '',
    images: images.map(({ url }) => url.trim()),
    ...(imageAlts.some((alt) => alt !== '') && { imageAlts }),
  };
}

const FIELD_ERRORS: Readonly<Record<string, string>> = {
  name: 'Enter a name of at most 200 characters.',
  price: 'Enter a price like 45 or 45.00.',
  compareAtPrice: 'Enter a price like 60.00, or leave it empty.',
  category: 'Choose a category.',
  description: 'Keep it to 10,000 characters.',
  features: 'At most 30 features of up to 300 characters each.',
  productType: 'Keep it to 60 characters.',
  tags: 'At most 30 tags of up to 40 characters each.',
  specifications: 'Labels have up to 60 characters, texts up to 300.',
  image: 'Enter an https address or a path like /art/name.webp.',
  noImage: 'Add at least one picture.',
  images: 'Enter an https address or a path like /art/name.webp.',
  variants: 'Sizes have up to 20 characters.',
  'variants.stock': 'Stock is a whole number from 0 to 1,000,000.',
  'variants.price': 'Enter a price like 49.00, or leave it empty.',
  'variants.sku': 'A SKU has up to 100 characters.',
  'variants.grams': 'Enter whole grams, or leave it empty.',
  grams: 'Enter whole grams, or leave it empty.',
  editionSize: 'Enter a whole number, or leave it empty.',
  hsCode: 'An HS code has 6 to 10 digits.',
};

/** Problems with the pictures of a form, besides their URLs. */
function imageErrors(rows: readonly ImageRow[]): FormErrors {
  const errors: Record<string, string> = {};
  for (const [index, { url, alt, upload, mayLackAlt }] of rows.entries()) {
    if (upload !== undefined)
      errors[`images.${index}`] =
        upload.state === 'failed'
          ? 'This picture is not uploaded. Try again, or remove it.'
          : 'Wait until the picture is uploaded, or remove it.';
    if (alt.trim() === '' && mayLackAlt !== true && (url.trim() !== '' || upload !== undefined))
      errors[`images.${index}.alt`] =
        'Say in a few words what the picture shows, for people who cannot see it.';
  }
  return errors;
}

/** The control and the message for an issue of the schema. */
function fieldError(path: readonly PropertyKey[], form: FormValues): readonly [string, string | undefined] {
  const [field, index, part] = path.map(String);
  if (field === 'image')
    return form.images.length === 0 ? ['images', FIELD_ERRORS.noImage] : ['images.0', FIELD_ERRORS.image];
  if (field === 'images' && index !== undefined) {
    const filled = form.images.filter(({ url }) => url.trim() !== '')[Number(index)];
    return [`images.${filled === undefined ? 0 : form.images.indexOf(filled)}`, FIELD_ERRORS.images];
  }
  if (field === 'specifications' && index !== undefined) {
    const at = form.specifications.findIndex(
      ({ label }) => label.trim() === index || label === toLine(index),
    );
    return [`specifications.${Math.max(at, 0)}`, FIELD_ERRORS.specifications];
  }
  if (field === 'variants' && part !== undefined && part !== 'size')
    return [`variants.${index}.${part}`, FIELD_ERRORS[`variants.${part}`]];
  if (field === 'variants') return [`variants.${index ?? 0}`, FIELD_ERRORS.variants];
  return [String(field), FIELD_ERRORS[String(field)]];
}

/**
 * Parses a form into a draft, or returns the errors by field; rows are named 'images.0',
 * 'variants.2', 'variants.2.stock'.
 */
function parseProductForm(
  form: FormValues,
  status: Status,
  product: Product | undefined,
): { draft: ProductDraft } | { errors: FormErrors } {
  const stored: readonly Specification[] = Object.entries(product?.specifications ?? {});
  const specifications = parseSpecifications(form.specifications, stored);
  const tags = parseLines(form.tags, product?.tags ?? []);
  const draft = {
    name: form.name.trim(),
    price: parsePrice(form.price),
    ...(form.compareAtPrice.trim() !== '' && { compareAtPrice: parsePrice(form.compareAtPrice) }),
    ...parseImages(form.images, product),
    category: form.category,
    ...(form.sizeGuide !== '' && { sizeGuide: form.sizeGuide }),
    ...(form.grams.trim() !== '' && { grams: parseWholeNumber(form.grams) ?? Number.NaN }),
    ...(form.editionSize.trim() !== '' && {
      editionSize: parseWholeNumber(form.editionSize) ?? Number.NaN,
    }),
    ...(form.hsCode.trim() !== '' && { hsCode: form.hsCode.replace(/[\s.]/g, '') }),
    ...(form.origin !== '' && { origin: form.origin }),
    description: form.description.trim(),
    features: parseLines(form.features, product?.features ?? []),
    specifications: Object.fromEntries(specifications.map(({ entry }) => entry)),
    ...(form.productType.trim() !== '' && { productType: form.productType.trim() }),
    ...(tags.length > 0 && { tags }),
    featured: form.featured,
    ...((form.bestseller || product?.bestseller !== undefined) && { bestseller: form.bestseller }),
    ...((form.saleHighlight || product?.saleHighlight !== undefined) && {
      saleHighlight: form.saleHighlight,
    }),
    variants: form.variants.map(parseVariant),
    status,
    ...(product?.shopifyVariantId !== undefined && { shopifyVariantId: product.shopifyVariantId }),
  };
  const parsed = ProductDraftSchema.safeParse(draft);
  const errors: Record<string, string> = { ...imageErrors(form.images) };
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const [name, message] = fieldError(issue.path, form);
    errors[name] ??= message ?? issue.message;
  }
  const labels = specifications.map(({ entry: [label] }) => label);
  for (const [index, { row, entry }] of specifications.entries()) {
    const name = `specifications.${form.specifications.indexOf(row)}`;
    const [label, text] = entry;
    // Stored entries stay valid: a synced product may have a label without a text.
    if (!stored.includes(entry) && label === '') errors[name] = 'Enter a label, such as Material.';
    else if (!stored.includes(entry) && text === '') errors[`${name}.text`] ??= 'Enter what it is.';
    else if (labels.indexOf(label) !== index) errors[name] ??= `The label '${label}' is given twice.`;
  }
  const problem = findProductProblem(draft);
  if (problem !== undefined) errors[problem.field] ??= problem.message;
  return parsed.success && Object.keys(errors).length === 0 ? { draft: parsed.data } : { errors };
}

/**
 * The schema of a product form with these values, for the stored product or a new one. Its input is
 * the product's new status.
 */
export function productFormSchema(form: FormValues, product: Product | undefined): FormSchema<ProductDraft> {
  return {
    safeParse: (status) => {
      const parsed = parseProductForm(form, status as Status, product);
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

/**
 * A failure for a path of the request, such as product.variants.0.stock, at the control of this
 * form.
 */
export function toProductFailure({ message, field }: FormFailure): FormFailure {
  const name = field?.replace(/^product\./, '').replace(/^(variants\.\d+)\.size$/, '$1');
  return { message, field: name === 'image' ? 'images.0' : name };
}
