import { SaveCategoryRequestSchema } from '@savepoint/model/callables';
import type { Category } from '@savepoint/model/category';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCategoriesQuery } from '../../api/catalogue-endpoints.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import {
  errorMessage,
  toFailure,
  useAllProductsQuery,
  useDeleteCategoryMutation,
  useOrderCategoriesMutation,
  useSaveCategoryMutation,
} from './admin-endpoints.ts';
import { CategoryImage } from './category-image.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { useUndoToast } from './undo.ts';
import { undoDeletion } from './undo-deletion.ts';

const MESSAGES = {
  categoryId: 'Use lowercase letters, digits and single hyphens, for example limited-editions.',
  name: 'Enter a name of at most 100 characters.',
  image: 'Upload an image, or enter an https address or a path like /art/name.webp.',
  description: 'Keep it to 1,000 characters.',
};

const NEW = 'new';

function CategoryForm(props: { category: Category | undefined; onClose: () => void }) {
  const { category, onClose } = props;
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
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={form} className="card stack" aria-label={category?.name ?? 'New category'}>
      {category === undefined && <Field label="Address, /shop/…" {...form.field('categoryId')} />}
      <div className="admin-pair">
        <Field label="Name" defaultValue={category?.name} {...form.field('name')} />
        <CategoryImage defaultValue={category?.image} {...form.field('image')} />
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
      <div className="row">
        <SubmitButton form={form}>Save</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function countProducts(count: number): string {
  if (count === 0) return 'no products';
  return count === 1 ? '1 product' : `${count} products`;
}

function CategoryRow(props: {
  category: Category;
  products: number | undefined;
  isFirst: boolean;
  isLast: boolean;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onMove: (by: -1 | 1) => void;
}) {
  const { category, products } = props;
  const { name } = category;
  const dispatch = useDispatch();
  const showUndo = useUndoToast(undoDeletion);
  const [remove, { isLoading }] = useDeleteCategoryMutation();
  const removeCategory = async () => {
    const { error, data } = await remove({ categoryId: category.id });
    if (error === undefined) showUndo(`${name} is deleted.`, data.deletedId);
    else dispatch(toastShown({ text: errorMessage(error), tone: 'error' }));
  };
  return (
    <li className="admin-category">
      <Thumbnail src={category.image} />
      <div className="admin-category-name">
        <strong>{name}</strong>
        <span className="muted admin-small">
          /shop/{category.id}
          {products !== undefined && ` · ${countProducts(products)}`}
          {category.featured && ' · featured'}
        </span>
      </div>
      <div className="row">
        <IconButton label={`Move ${name} up`} disabled={props.isFirst} onClick={() => props.onMove(-1)}>
          <Icon name="up" />
        </IconButton>
        <IconButton label={`Move ${name} down`} disabled={props.isLast} onClick={() => props.onMove(1)}>
          <Icon name="chevron" />
        </IconButton>
        <Button
          variant="secondary"
          aria-label={`Edit ${name}`}
          aria-expanded={props.isEdited}
          onClick={() => props.onEdit(!props.isEdited)}
        >
          Edit
        </Button>
        <IconButton label={`Delete ${name}`} disabled={isLoading} onClick={removeCategory}>
          <Icon name="trash" />
        </IconButton>
      </div>
      {props.isEdited && <CategoryForm category={category} onClose={() => props.onEdit(false)} />}
    </li>
  );
}

/**
 * The categories in display order, each with a form that opens in its place, and a form for a new
 * one.
 */
export function CategoryPanel() {
  const dispatch = useDispatch();
  const { data: categories, isError, refetch } = useCategoriesQuery();
  const { data: products } = useAllProductsQuery();
  const [order] = useOrderCategoriesMutation();
  const [edited, setEdited] = useState<string>();
  if (categories === undefined) {
    return isError ? <ErrorState resource="the categories" onRetry={refetch} /> : <Skeleton height="16rem" />;
  }
  const move = async (from: number, by: -1 | 1) => {
    const categoryIds = categories.map(({ id }) => id);
    categoryIds.splice(from + by, 0, ...categoryIds.splice(from, 1));
    const { error } = await order({ categoryIds });
    if (error !== undefined) dispatch(toastShown({ text: errorMessage(error), tone: 'error' }));
    else
      dispatch(
        toastShown({
          text: `${categories[from]?.name} is now number ${from + by + 1}.`,
          screenReaderOnly: true,
        }),
      );
  };
  return (
    <>
      {categories.length === 0 && (
        <EmptyState icon="image" title="There are no categories yet">
          <p>They are in the menu of the shop, and each has its own page.</p>
        </EmptyState>
      )}
      <ul className="admin-categories" aria-label="Categories">
        {categories.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            products={products?.filter((product) => product.category === category.id).length}
            isFirst={index === 0}
            isLast={index === categories.length - 1}
            isEdited={edited === category.id}
            onEdit={(isEdited) => setEdited(isEdited ? category.id : undefined)}
            onMove={(by) => move(index, by)}
          />
        ))}
      </ul>
      {edited === NEW ? (
        <CategoryForm category={undefined} onClose={() => setEdited(undefined)} />
      ) : (
        <div>
          <Button onClick={() => setEdited(NEW)}>New category</Button>
        </div>
      )}
    </>
  );
}
