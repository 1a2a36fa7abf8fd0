import { checkRandomProducts } from '@savepoint/model/arbitrary-product';
import { ProductDraftSchema } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { describe, expect, it } from 'vitest';
import {
  type FormValues,
  newSpecificationRow,
  productFormSchema,
  toFormValues,
} from './product-form-values.ts';

/** The editable fields of a product; one without a status is active. */
function draftOf(product: Product) {
  const names = Object.keys(ProductDraftSchema.shape) as (keyof Product)[];
  const fields = names.filter((name) => product[name] !== undefined).map((name) => [name, product[name]]);
  return { ...Object.fromEntries(fields), status: product.status ?? 'active' };
}

const PLAIN: Product = {
  id: 'tee',
  name: 'Tee',
  price: 45,
  image: '/art/tee.webp',
  images: ['/art/tee.webp'],
  category: 'apparel',
  description: '',
  features: [],
  specifications: {},
  variants: [{ stock: 3 }],
  featured: false,
  rating: 0,
  reviews: 0,
  inStock: true,
};

function submit(product: Product, change: (values: FormValues) => Partial<FormValues> = () => ({})) {
  const values = toFormValues(product);
  return productFormSchema({ ...values, ...change(values) }, product).safeParse(product.status ?? 'active');
}

describe('the values of the product form', () => {
  it('become the same product when nothing is changed', () => {
    checkRandomProducts((product) => {
      expect(submit(product)).toEqual({ success: true, data: draftOf(product) });
    });
  });

  it('change one field of the product when one field of the form is changed', () => {
    checkRandomProducts((product) => {
      const rows = (values: FormValues) => ({
        variants: values.variants.map((row, index) => (index === 0 ? { ...row, stock: '987' } : row)),
      });
      const [first, ...others] = product.variants;
      expect(submit(product, rows)).toEqual({
        success: true,
        data: { ...draftOf(product), variants: [{ ...first, stock: 987 }, ...others] },
      });
    });
  });

  it.each([
    ['', 'cotton', 'specifications.1', /label/],
    ['Material', ' ', 'specifications.1.text', /Enter what it is/],
    ['Fit ', 'Loose', 'specifications.1', /'Fit' is given twice/],
  ])('are refused at the cell when a specification is %j, %j', (label, text, cell, message) => {
    const specifications = [newSpecificationRow('Fit', 'Regular'), newSpecificationRow(label, text)];
    expect(submit(PLAIN, () => ({ specifications }))).toEqual({
      success: false,
      error: { issues: [{ code: 'custom', path: [cell], message: expect.stringMatching(message) }] },
    });
  });

  it('keep a stored specification without a text when another row is added', () => {
    const specifications = { Handmade: '' };
    const added = submit({ ...PLAIN, specifications }, (values) => ({
      specifications: [
        ...values.specifications,
        newSpecificationRow('Material', 'cotton'),
        newSpecificationRow(),
      ],
    }));
    expect(added).toMatchObject({ data: { specifications: { Handmade: '', Material: 'cotton' } } });
  });
});
