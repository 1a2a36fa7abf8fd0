import type { Review } from '@savepoint/model/review';
import type { ReactNode } from 'react';
import { Day } from '../../components/day.tsx';
import { Stars } from '../../components/stars.tsx';

const FIT_LABELS = { small: 'Runs small', true: 'True to size', large: 'Runs large' } as const;

/** One review, rendered as plain text. `isOwn` marks the one that the signed-in shopper wrote. */
export function ReviewView(props: {
  review: Review;
  headingLevel?: 3 | 4;
  isOwn?: boolean;
  footer?: ReactNode;
}) {
  const { review } = props;
  const Heading = props.headingLevel === 4 ? 'h4' : 'h3';
  return (
    <article className="review">
      <Stars rating={review.rating} />
      <Heading>{review.title}</Heading>
      <p>{review.content}</p>
      <p className="review-meta">
        <span>{review.userName}</span>
        <Day iso={review.createdAt} />
        {review.updatedAt && (
          <span>
            Edited <Day iso={review.updatedAt} />
          </span>
        )}
        {props.isOwn && <span className="tag tag-sun">Your review</span>}
        {review.verified && <span className="tag tag-mint">Verified buyer</span>}
        {review.size && <span>Size {review.size}</span>}
        {review.fit && <span>{FIT_LABELS[review.fit]}</span>}
      </p>
      {props.footer}
    </article>
  );
}
