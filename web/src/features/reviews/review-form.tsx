import type { Review } from '@savepoint/model/review';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { useSubmitReviewMutation } from '../../api/review-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { withoutEmpty } from '../../lib/form-values.ts';

const RATING_LABELS = ['Excellent', 'Good', 'Okay', 'Poor', 'Bad'] as const;

const MESSAGES = {
  rating: 'Choose 1 to 5 stars.',
  title: 'Give the review a title.',
  content: 'Write a few words about the product.',
};
const NOT_SAVED =
  'We could not save the review. What you entered is still here; please try again in a moment.';

function toFailure(error: unknown) {
  const { code } = (error ?? {}) as Partial<BackendError>;
  if (code === 'unauthenticated')
    return { message: 'Your session has ended. Log in again to publish the review.' };
  return toCallableFailure(error, NOT_SAVED);
}

interface ReviewFormProps {
  readonly productId: string;
  readonly sizes: readonly string[];
  /** The review to edit; absent for the first one. */
  readonly review?: Review;
  readonly onCancel?: () => void;
  /** Called with a notice for the shopper. */
  readonly onSaved: (notice: string) => void;
}

/**
 * Writes or edits the shopper's review of a product. The server checks the purchase; its error is
 * shown.
 */
export function ReviewForm({ review, ...props }: ReviewFormProps) {
  const [submit] = useSubmitReviewMutation();
  const form = useForm({
    schema: async () => (await import('@savepoint/model/callables')).SubmitReviewRequestSchema,
    toInput: (values) => ({
      ...withoutEmpty(values),
      productId: props.productId,
      rating: Number(values.rating),
    }),
    messages: MESSAGES,
    onSubmit: async (request) => {
      const { error } = await submit(request);
      if (error === undefined)
        props.onSaved(review ? 'Your review is updated.' : 'Thank you. Your review is published.');
      return toFailure(error);
    },
  });

  return (
    <Form form={form} className="stack card" aria-labelledby="write-review">
      <h3 id="write-review">{review ? 'Edit your review' : 'Write a review'}</h3>
      <SelectField label="Rating" defaultValue={review?.rating ?? ''} {...form.field('rating')}>
        <option value="">Choose…</option>
        {RATING_LABELS.map((label, index) => (
          <option key={label} value={5 - index}>
            {`${5 - index} ${index === 4 ? 'star' : 'stars'}: ${label}`}
          </option>
        ))}
      </SelectField>
      <Field label="Title" maxLength={120} defaultValue={review?.title} {...form.field('title')} />
      <TextAreaField
        label="Review"
        maxLength={4000}
        defaultValue={review?.content}
        {...form.field('content')}
      />
      {props.sizes.length > 0 && (
        <div className="row">
          <SelectField label="Size you wear" defaultValue={review?.size} {...form.field('size')}>
            <option value="">Rather not say</option>
            {props.sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </SelectField>
          <SelectField label="How it fits" defaultValue={review?.fit} {...form.field('fit')}>
            <option value="">Rather not say</option>
            <option value="small">Runs small</option>
            <option value="true">True to size</option>
            <option value="large">Runs large</option>
          </SelectField>
        </div>
      )}
      <div className="row">
        <SubmitButton form={form}>{review ? 'Save changes' : 'Publish review'}</SubmitButton>
        {props.onCancel && (
          <Button variant="quiet" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
