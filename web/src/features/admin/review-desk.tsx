// Owns the moderation of reviews: read the newest; hide one, show it again or take it away, each with a reason.
import type { ModerateReviewRequest } from '@savepoint/model/callables';
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
import { productPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import {
  problemText,
  useHiddenReviewsQuery,
  useModerateReviewMutation,
  useShownReviewsQuery,
} from './admin-endpoints.ts';
import { formatMoment } from './order-words.ts';

type Action = ModerateReviewRequest['action'];
type Asked = { readonly review: Review; readonly action: Action };

const WORDS: Readonly<Record<Action, { button: string; title: string; done: string }>> = {
  hide: { button: 'Hide', title: 'Hide this review?', done: 'The review is hidden.' },
  show: { button: 'Show again', title: 'Show this review again?', done: 'The review is shown again.' },
  remove: { button: 'Remove', title: 'Remove this review for good?', done: 'The review is gone.' },
};

function ReasonDialog({ review, action, onClose }: Asked & { onClose: () => void }) {
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
    const answer = await moderate({ reviewId: review.id, action, reason: reason.trim().slice(0, 500) });
    if (answer.error === undefined) {
      dispatch(toastShown({ text: WORDS[action].done }));
      onClose();
    } else dispatch(toastShown({ text: problemText(answer.error), tone: 'error' }));
  };
  return (
    <Dialog open title={WORDS[action].title} onClose={onClose}>
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
          <Button type="submit" look={action === 'show' ? 'primary' : 'danger'} busy={isLoading}>
            {WORDS[action].button} review
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ReviewCard(props: { review: Review; actions: readonly Action[]; onAsk: (asked: Asked) => void }) {
  const { review } = props;
  return (
    <li className="card stack">
      <div className="row">
        <Stars rating={review.rating} />
        <strong>{review.title}</strong>
        {review.verified && <span className="tag tag-mint">bought it</span>}
      </div>
      <p className="admin-words">{review.content}</p>
      <p className="muted">
        {review.userName}, {formatMoment(review.createdAt)}, on{' '}
        <ShopLink to={productPath(review.productId)}>{review.productId}</ShopLink>
      </p>
      <div className="row">
        {props.actions.map((action) => (
          <Button
            key={action}
            look={action === 'remove' ? 'danger' : 'secondary'}
            aria-label={`${WORDS[action].button} review ${review.title} by ${review.userName}`}
            onClick={() => props.onAsk({ review, action })}
          >
            {WORDS[action].button}
          </Button>
        ))}
      </div>
    </li>
  );
}

export function ReviewDesk() {
  const shown = useShownReviewsQuery();
  const hidden = useHiddenReviewsQuery();
  const [asked, setAsked] = useState<Asked>();
  if (shown.data === undefined) {
    return shown.isError ? (
      <FailedState what="the reviews" onRetry={shown.refetch} />
    ) : (
      <Skeleton height="20rem" />
    );
  }
  return (
    <>
      {shown.data.length === 0 && <EmptyState icon="mail" title="No reviews are shown" />}
      <ul className="admin-rows" aria-label="Newest reviews">
        {shown.data.map((review) => (
          <ReviewCard key={review.id} review={review} actions={['hide', 'remove']} onAsk={setAsked} />
        ))}
      </ul>
      <h2>Hidden reviews</h2>
      {hidden.isError && <FailedState what="the hidden reviews" onRetry={hidden.refetch} />}
      {hidden.data?.length === 0 && <p className="muted">None. A hidden review counts in no rating.</p>}
      <ul className="admin-rows" aria-label="Hidden reviews">
        {hidden.data?.map((review) => (
          <ReviewCard key={review.id} review={review} actions={['show', 'remove']} onAsk={setAsked} />
        ))}
      </ul>
      {asked && <ReasonDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
