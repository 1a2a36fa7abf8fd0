import { type ModerateReviewRequest, ModerateReviewRequestSchema } from '@savepoint/model/callables';
import type { Review } from '@savepoint/model/review';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Stars } from '../../components/stars.tsx';
import { withoutEmpty } from '../../lib/form-values.ts';
import { productPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import {
  toFailure,
  useHiddenReviewsQuery,
  useModerateReviewMutation,
  useVisibleReviewsQuery,
} from './admin-endpoints.ts';
import { formatDateTime } from './format-date-time.ts';

type Action = ModerateReviewRequest['action'];
type PendingModeration = { readonly review: Review; readonly action: Action };

const ACTION_LABELS: Readonly<Record<Action, { button: string; title: string; successMessage: string }>> = {
  hide: { button: 'Hide', title: 'Hide this review?', successMessage: 'The review is hidden.' },
  show: {
    button: 'Show again',
    title: 'Show this review again?',
    successMessage: 'The review is shown again.',
  },
  remove: {
    button: 'Remove',
    title: 'Remove this review for good?',
    successMessage: 'The review is removed.',
  },
};

function ReasonDialog({ review, action, onClose }: PendingModeration & { onClose: () => void }) {
  const dispatch = useDispatch();
  const [moderate] = useModerateReviewMutation();
  const { title, button, successMessage } = ACTION_LABELS[action];
  const form = useForm({
    schema: ModerateReviewRequestSchema,
    toInput: (values) => ({ ...withoutEmpty(values), reviewId: review.id, action }),
    messages: { reason: 'Give a reason; it is kept in the audit log.' },
    onSubmit: async (request) => {
      const { error } = await moderate(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: successMessage }));
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form form={form} className="stack" aria-label={title}>
        <p>
          “{review.title}” by {review.userName}
        </p>
        <Field label="Reason" {...form.field('reason')} />
        <div>
          <SubmitButton form={form} variant={action === 'show' ? 'primary' : 'danger'}>
            {button} review
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function ReviewCard(props: {
  review: Review;
  actions: readonly Action[];
  onModerate: (pending: PendingModeration) => void;
}) {
  const { review } = props;
  return (
    <li className="card stack">
      <div className="row">
        <Stars rating={review.rating} />
        <strong>{review.title}</strong>
        {review.verified && <span className="tag tag-mint">Verified buyer</span>}
      </div>
      <p className="admin-review-text">{review.content}</p>
      <p className="muted">
        {review.userName}, {formatDateTime(review.createdAt)}, on{' '}
        <ShopLink to={productPath(review.productId)}>{review.productId}</ShopLink>
      </p>
      <div className="row">
        {props.actions.map((action) => (
          <Button
            key={action}
            variant={action === 'remove' ? 'danger' : 'secondary'}
            aria-label={`${ACTION_LABELS[action].button} review ${review.title} by ${review.userName}`}
            onClick={() => props.onModerate({ review, action })}
          >
            {ACTION_LABELS[action].button}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** Moderation of the newest reviews: hide, show again or remove, each with a reason. */
export function ReviewPanel() {
  const visible = useVisibleReviewsQuery();
  const hidden = useHiddenReviewsQuery();
  const [pending, setPending] = useState<PendingModeration>();
  if (visible.data === undefined) {
    return visible.isError ? (
      <ErrorState resource="the reviews" onRetry={visible.refetch} />
    ) : (
      <Skeleton height="20rem" />
    );
  }
  return (
    <>
      {visible.data.length === 0 && (
        <EmptyState icon="mail" title="No reviews yet">
          <p>Buyers write them on the page of a product.</p>
        </EmptyState>
      )}
      <ul className="admin-rows" aria-label="Newest reviews">
        {visible.data.map((review) => (
          <ReviewCard key={review.id} review={review} actions={['hide', 'remove']} onModerate={setPending} />
        ))}
      </ul>
      <h2>Hidden reviews</h2>
      {hidden.isError && <ErrorState resource="the hidden reviews" onRetry={hidden.refetch} />}
      {hidden.data?.length === 0 && (
        <p className="muted">None. Hidden reviews do not count toward a rating.</p>
      )}
      <ul className="admin-rows" aria-label="Hidden reviews">
        {hidden.data?.map((review) => (
          <ReviewCard key={review.id} review={review} actions={['show', 'remove']} onModerate={setPending} />
        ))}
      </ul>
      {pending && <ReasonDialog {...pending} onClose={() => setPending(undefined)} />}
    </>
  );
}
