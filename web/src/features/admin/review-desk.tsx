// Owns the moderation of reviews: read the newest, take one away with a reason.
import type { Review } from '@savepoint/model/review';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState, FailedState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Stars } from '../../components/stars.tsx';
import { announced } from '../../lib/announcer-slice.ts';
import { productPath } from '../../lib/paths.ts';
import { problemText, useModerateReviewMutation, useNewestReviewsQuery } from './admin-endpoints.ts';
import { formatMoment } from './order-words.ts';

function RemoveDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const dispatch = useDispatch();
  const [moderate, { isLoading }] = useModerateReviewMutation();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setFault('Say why; it is kept in the audit log.');
      return;
    }
    const answer = await moderate({
      reviewId: review.id,
      action: 'remove',
      reason: reason.trim().slice(0, 500),
    });
    if (answer.error === undefined) {
      dispatch(announced({ text: 'The review is gone.' }));
      onClose();
    } else dispatch(announced({ text: problemText(answer.error), tone: 'error' }));
  };
  return (
    <Dialog open title="Remove this review?" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p>
          “{review.title}” by {review.userName}
        </p>
        <Field
          label="Reason"
          value={reason}
          error={fault}
          onChange={(event) => setReason(event.target.value)}
        />
        <div>
          <Button type="submit" look="danger" busy={isLoading}>
            Remove review
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function ReviewDesk() {
  const { data: reviews, isError, refetch } = useNewestReviewsQuery();
  const [removing, setRemoving] = useState<Review>();
  if (reviews === undefined) {
    return isError ? <FailedState what="the reviews" onRetry={refetch} /> : <Skeleton height="20rem" />;
  }
  if (reviews.length === 0) return <EmptyState icon="mail" title="No reviews yet" />;
  return (
    <>
      <ul className="admin-rows" aria-label="Newest reviews">
        {reviews.map((review) => (
          <li key={review.id} className="card stack">
            <div className="row">
              <Stars rating={review.rating} />
              <strong>{review.title}</strong>
              {review.verified && <span className="tag tag-mint">bought it</span>}
            </div>
            <p style={{ overflowWrap: 'anywhere' }}>{review.content}</p>
            <p className="muted">
              {review.userName}, {formatMoment(review.createdAt)}, on{' '}
              <ShopLink to={productPath(review.productId)}>{review.productId}</ShopLink>
            </p>
            <div>
              <Button
                look="danger"
                aria-label={`Remove review ${review.title} by ${review.userName}`}
                onClick={() => setRemoving(review)}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {removing && <RemoveDialog review={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
