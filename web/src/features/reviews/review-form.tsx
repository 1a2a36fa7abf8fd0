// Owns writing a review. Whether the shopper bought the product is the server's to judge; its refusal is shown.
import { FITS } from '@savepoint/model/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSubmitReviewMutation } from '../../api/review-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Field, FieldFrame, focusFirstInvalid, SelectField, TextAreaField } from '../../components/field.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { toastShown } from '../../lib/toast-slice.ts';

type Faults = Partial<Record<'rating' | 'title' | 'content', string>>;

const RATING_WORDS = ['Excellent', 'Good', 'Okay', 'Poor', 'Bad'] as const;

/** What is wrong with a review as typed, by field. */
export function judgeReview(typed: { rating: number; title: string; content: string }): Faults {
  return {
    ...(!(typed.rating >= 1 && typed.rating <= 5) && { rating: 'Choose 1 to 5 stars.' }),
    ...(typed.title.trim() === '' && { title: 'Give the review a title.' }),
    ...(typed.title.length > 120 && { title: 'Keep the title under 120 characters.' }),
    ...(typed.content.trim() === '' && { content: 'Say something about the product.' }),
    ...(typed.content.length > 4000 && { content: 'Keep the review under 4,000 characters.' }),
  };
}

function refusalText(problem: unknown): string {
  const { code, message } = problem as BackendError;
  if (code === 'failed-precondition' || code === 'permission-denied') {
    return 'Only shoppers who bought this product can review it. Once your order is paid, come back here.';
  }
  if (code === 'unauthenticated') return 'Your session has ended. Log in again to publish the review.';
  return code === 'invalid-argument' || code === 'resource-exhausted'
    ? message
    : 'We could not save the review. What you typed is still here; try again in a moment.';
}

export function ReviewForm(props: { productId: string; sizes: readonly string[] }) {
  const dispatch = useDispatch();
  const [submit, { isLoading, error, isSuccess }] = useSubmitReviewMutation();
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => String(data.get(name) ?? '');
    const typed = { rating: Number(read('rating')), title: read('title'), content: read('content') };
    const found = judgeReview(typed);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => focusFirstInvalid(form.current));
      return;
    }
    const fit = FITS.find((candidate) => candidate === read('fit'));
    const answer = await submit({
      productId: props.productId,
      ...typed,
      ...(fit && { fit }),
      ...(read('size') && { size: read('size') }),
    });
    if (!('error' in answer)) dispatch(toastShown({ text: 'Thank you. Your review is published.' }));
  };

  if (isSuccess) return <p className="notice notice-success">Thank you. Your review is published.</p>;
  return (
    <form ref={form} className="stack card" noValidate onSubmit={onSubmit} aria-labelledby="write-review">
      <h3 id="write-review">Write a review</h3>
      <SelectField label="Rating" name="rating" defaultValue="" error={faults.rating}>
        <option value="">Choose…</option>
        {RATING_WORDS.map((word, index) => (
          <option key={word} value={5 - index}>
            {5 - index} stars: {word}
          </option>
        ))}
      </SelectField>
      <Field label="Title" name="title" maxLength={120} error={faults.title} />
      <TextAreaField label="Review" name="content" maxLength={4000} error={faults.content} />
      {props.sizes.length > 0 && (
        <div className="row">
          <FieldFrame label="Size you wear">
            {(control) => (
              <select className="input" name="size" {...control}>
                <option value="">Rather not say</option>
                {props.sizes.map((size) => (
                  <option key={size}>{size}</option>
                ))}
              </select>
            )}
          </FieldFrame>
          <FieldFrame label="How it fits">
            {(control) => (
              <select className="input" name="fit" {...control}>
                <option value="">Rather not say</option>
                <option value="small">Runs small</option>
                <option value="true">True to size</option>
                <option value="large">Runs large</option>
              </select>
            )}
          </FieldFrame>
        </div>
      )}
      {error && (
        <p className="notice notice-error" role="alert">
          {refusalText(error)}
        </p>
      )}
      <Button type="submit" busy={isLoading}>
        Publish review
      </Button>
    </form>
  );
}
