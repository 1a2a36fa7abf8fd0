import { useDispatch } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { useSubmitReviewMutation } from '../../api/review-endpoints.ts';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';

const RATING_LABELS = ['Excellent', 'Good', 'Okay', 'Poor', 'Bad'] as const;

const MESSAGES = {
  rating: 'Choose 1 to 5 stars.',
  title: 'Give the review a title.',
  content: 'Say something about the product.',
};
const NOT_BOUGHT =
  'Only shoppers who bought this product can review it. Once your order is paid, come back here.';
const NOT_SAVED = 'We could not save the review. What you typed is still here; try again in a moment.';

function toFailure(error: unknown) {
  const { code } = (error ?? {}) as Partial<BackendError>;
  if (code === 'failed-precondition' || code === 'permission-denied') return { message: NOT_BOUGHT };
  if (code === 'unauthenticated')
    return { message: 'Your session has ended. Log in again to publish the review.' };
  return toCallableFailure(error, NOT_SAVED);
}

/** Writes a review of a product. Only the server knows whether the shopper bought it; its error is shown. */
export function ReviewForm(props: { productId: string; sizes: readonly string[] }) {
  const dispatch = useDispatch();
  const [submit, { isSuccess }] = useSubmitReviewMutation();
  const form = useForm({
    schema: async () => (await import('@savepoint/model/callables')).SubmitReviewRequestSchema,
    toInput: (values) => ({
      ...withoutEmpty(values),
      productId: props.productId,
      rating: Number(values.rating),
    }),
    messages: MESSAGES,
    onSubmit: async (review) => {
      const { error } = await submit(review);
      if (error === undefined) dispatch(toastShown({ text: 'Thank you. Your review is published.' }));
      return toFailure(error);
    },
  });

  if (isSuccess) return <p className="notice notice-success">Thank you. Your review is published.</p>;
  return (
    <Form form={form} className="stack card" aria-labelledby="write-review">
      <h3 id="write-review">Write a review</h3>
      <SelectField label="Rating" defaultValue="" {...form.field('rating')}>
        <option value="">Choose…</option>
        {RATING_LABELS.map((label, index) => (
          <option key={label} value={5 - index}>
            {5 - index} stars: {label}
          </option>
        ))}
      </SelectField>
      <Field label="Title" maxLength={120} {...form.field('title')} />
      <TextAreaField label="Review" maxLength={4000} {...form.field('content')} />
      {props.sizes.length > 0 && (
        <div className="row">
          <SelectField label="Size you wear" {...form.field('size')}>
            <option value="">Rather not say</option>
            {props.sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </SelectField>
          <SelectField label="How it fits" {...form.field('fit')}>
            <option value="">Rather not say</option>
            <option value="small">Runs small</option>
            <option value="true">True to size</option>
            <option value="large">Runs large</option>
          </SelectField>
        </div>
      )}
      <SubmitButton form={form}>Publish review</SubmitButton>
    </Form>
  );
}
