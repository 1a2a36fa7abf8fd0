import { FITS } from '@savepoint/model/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSubmitReviewMutation } from '../../api/review-endpoints.ts';
import { Button } from '../../components/button.tsx';
import {
  Field,
  focusFirstInvalid,
  LabelledField,
  SelectField,
  TextAreaField,
} from '../../components/field.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { toastShown } from '../../lib/toast-slice.ts';

type ReviewErrors = Partial<Record<'rating' | 'title' | 'content', string>>;

const RATING_LABELS = ['Excellent', 'Good', 'Okay', 'Poor', 'Bad'] as const;

/** The validation errors of a review by field. */
export function validateReview(values: { rating: number; title: string; content: string }): ReviewErrors {
  return {
    ...(!(values.rating >= 1 && values.rating <= 5) && { rating: 'Choose 1 to 5 stars.' }),
    ...(values.title.trim() === '' && { title: 'Give the review a title.' }),
    ...(values.title.length > 120 && { title: 'Keep the title under 120 characters.' }),
    ...(values.content.trim() === '' && { content: 'Say something about the product.' }),
    ...(values.content.length > 4000 && { content: 'Keep the review under 4,000 characters.' }),
  };
}

function reviewErrorMessage(error: unknown): string {
  const { code, message } = error as BackendError;
  if (code === 'failed-precondition' || code === 'permission-denied') {
    return 'Only shoppers who bought this product can review it. Once your order is paid, come back here.';
  }
  if (code === 'unauthenticated') return 'Your session has ended. Log in again to publish the review.';
  return code === 'invalid-argument' || code === 'resource-exhausted'
    ? message
    : 'We could not save the review. What you typed is still here; try again in a moment.';
}

/** Writes a review of a product. Only the server knows whether the shopper bought it; its error is shown. */
export function ReviewForm(props: { productId: string; sizes: readonly string[] }) {
  const dispatch = useDispatch();
  const [submit, { isLoading, error, isSuccess }] = useSubmitReviewMutation();
  const [errors, setErrors] = useState<ReviewErrors>({});
  const form = useRef<HTMLFormElement>(null);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => String(data.get(name) ?? '');
    const values = { rating: Number(read('rating')), title: read('title'), content: read('content') };
    const found = validateReview(values);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    const fit = FITS.find((candidate) => candidate === read('fit'));
    const result = await submit({
      productId: props.productId,
      ...values,
      ...(fit && { fit }),
      ...(read('size') && { size: read('size') }),
    });
    if (!('error' in result)) dispatch(toastShown({ text: 'Thank you. Your review is published.' }));
  };

  if (isSuccess) return <p className="notice notice-success">Thank you. Your review is published.</p>;
  return (
    <form ref={form} className="stack card" noValidate onSubmit={onSubmit} aria-labelledby="write-review">
      <h3 id="write-review">Write a review</h3>
      <SelectField label="Rating" name="rating" defaultValue="" error={errors.rating}>
        <option value="">Choose…</option>
        {RATING_LABELS.map((label, index) => (
          <option key={label} value={5 - index}>
            {5 - index} stars: {label}
          </option>
        ))}
      </SelectField>
      <Field label="Title" name="title" maxLength={120} error={errors.title} />
      <TextAreaField label="Review" name="content" maxLength={4000} error={errors.content} />
      {props.sizes.length > 0 && (
        <div className="row">
          <LabelledField label="Size you wear">
            {(control) => (
              <select className="input" name="size" {...control}>
                <option value="">Rather not say</option>
                {props.sizes.map((size) => (
                  <option key={size}>{size}</option>
                ))}
              </select>
            )}
          </LabelledField>
          <LabelledField label="How it fits">
            {(control) => (
              <select className="input" name="fit" {...control}>
                <option value="">Rather not say</option>
                <option value="small">Runs small</option>
                <option value="true">True to size</option>
                <option value="large">Runs large</option>
              </select>
            )}
          </LabelledField>
        </div>
      )}
      {error && (
        <p className="notice notice-error" role="alert">
          {reviewErrorMessage(error)}
        </p>
      )}
      <Button type="submit" busy={isLoading}>
        Publish review
      </Button>
    </form>
  );
}
