import { SaveCategoryRequestSchema } from '@savepoint/model/callables';
import type { Category } from '@savepoint/model/category';
import { type FormEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCategoriesQuery } from '../../api/catalogue-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Field, focusFirstInvalid, TextAreaField } from '../../components/field.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useSaveCategoryMutation } from './admin-endpoints.ts';

const FIELD_ERRORS: Readonly<Record<string, string>> = {
  categoryId: 'Small letters, digits and single hyphens, for example limited-editions.',
  name: 'Enter a name of at most 100 characters.',
  image: 'Enter an https address or a path like /art/name.webp.',
  description: 'Keep it to 1,000 characters.',
};

function CategoryForm({ category }: { category: Category | undefined }) {
  const dispatch = useDispatch();
  const [save, { isLoading }] = useSaveCategoryMutation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const parsed = SaveCategoryRequestSchema.safeParse({
      categoryId: category?.id ?? text('categoryId'),
      category: {
        name: text('name'),
        image: text('image'),
        description: text('description'),
        featured: data.get('featured') === 'on',
      },
    });
    const invalidFields = parsed.success ? [] : parsed.error.issues.map((issue) => String(issue.path.at(-1)));
    setErrors(
      Object.fromEntries(invalidFields.map((name) => [name, FIELD_ERRORS[name] ?? 'This is not valid.'])),
    );
    if (!parsed.success) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    const result = await save(parsed.data);
    if (result.error === undefined) dispatch(toastShown({ text: `${parsed.data.category.name}: saved.` }));
    else dispatch(toastShown({ text: errorMessage(result.error), tone: 'error' }));
  };
  return (
    <form
      ref={form}
      className="card stack"
      noValidate
      aria-label={category?.name ?? 'New category'}
      onSubmit={submit}
    >
      <h2>{category?.name ?? 'New category'}</h2>
      {category === undefined && (
        <Field label="Address, /shop/…" name="categoryId" error={errors.categoryId} />
      )}
      <div className="admin-pair">
        <Field label="Name" name="name" defaultValue={category?.name} error={errors.name} />
        <Field label="Picture" name="image" defaultValue={category?.image} error={errors.image} />
      </div>
      <TextAreaField
        label="Description"
        name="description"
        rows={2}
        defaultValue={category?.description}
        error={errors.description}
      />
      <label className="choice">
        <input type="checkbox" name="featured" defaultChecked={category?.featured ?? false} /> Featured
      </label>
      <div>
        <Button type="submit" busy={isLoading}>
          Save
        </Button>
      </div>
    </form>
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
