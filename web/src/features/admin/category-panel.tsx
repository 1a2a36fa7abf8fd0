import { SaveCategoryRequestSchema } from '@savepoint/model/callables';
import type { Category } from '@savepoint/model/category';
import { useDispatch } from 'react-redux';
import { useCategoriesQuery } from '../../api/catalogue-endpoints.ts';
import { Field, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure, useSaveCategoryMutation } from './admin-endpoints.ts';

const MESSAGES = {
  categoryId: 'Small letters, digits and single hyphens, for example limited-editions.',
  name: 'Enter a name of at most 100 characters.',
  image: 'Enter an https address or a path like /art/name.webp.',
  description: 'Keep it to 1,000 characters.',
};

function CategoryForm({ category }: { category: Category | undefined }) {
  const dispatch = useDispatch();
  const [save] = useSaveCategoryMutation();
  const form = useForm({
    schema: SaveCategoryRequestSchema,
    toInput: ({ categoryId = category?.id, name, image, description, featured }) => ({
      categoryId,
      category: { name, image, description, featured: featured === 'on' },
    }),
    messages: MESSAGES,
    onSubmit: async (request) => {
      const { error } = await save(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: `${request.category.name}: saved.` }));
      return undefined;
    },
  });
  return (
    <Form form={form} className="card stack" aria-label={category?.name ?? 'New category'}>
      <h2>{category?.name ?? 'New category'}</h2>
      {category === undefined && <Field label="Address, /shop/…" {...form.field('categoryId')} />}
      <div className="admin-pair">
        <Field label="Name" defaultValue={category?.name} {...form.field('name')} />
        <Field label="Picture" defaultValue={category?.image} {...form.field('image')} />
      </div>
      <TextAreaField
        label="Description"
        rows={2}
        defaultValue={category?.description}
        {...form.field('description')}
      />
      <label className="choice">
        <input type="checkbox" name="featured" defaultChecked={category?.featured ?? false} /> Featured
      </label>
      <div>
        <SubmitButton form={form}>Save</SubmitButton>
      </div>
    </Form>
  );
}

/** A form for each category and one for a new category. */
export function CategoryPanel() {
  const { data: categories = [] } = useCategoriesQuery();
  return (
    <>
      {categories.map((category) => (
        <CategoryForm key={category.id} category={category} />
      ))}
      <CategoryForm key={`new-${categories.length}`} category={undefined} />
    </>
  );
}
