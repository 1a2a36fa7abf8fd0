import type { CSSProperties } from 'react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useProductReviewsQuery } from '../../api/review-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Stars } from '../../components/stars.tsx';
import { productPath } from '../../lib/paths.ts';
import { selectSession } from '../../session/session-slice.ts';
import { ReviewForm } from './review-form.tsx';
import { type ReviewSummary, summarizeReviews } from './review-summary.ts';
import { ReviewView } from './review-view.tsx';

const INITIAL_REVIEWS = 5;

function Histogram({ summary }: { summary: ReviewSummary }) {
  return (
    <ul className="histogram" aria-label="Ratings">
      {summary.histogram.map(({ stars, count }) => (
        <li key={stars}>
          <span>
            {stars} {stars === 1 ? 'star' : 'stars'}
          </span>
          <span
            className="bar"
            aria-hidden
            style={
              { '--share': `${summary.count === 0 ? 0 : (count / summary.count) * 100}%` } as CSSProperties
            }
          />
          <span>{count}</span>
        </li>
      ))}
    </ul>
  );
}

function Fit({ fit }: { fit: NonNullable<ReviewSummary['fit']> }) {
  const total = fit.small + fit.true + fit.large;
  return (
    <dl className="histogram fit">
      {(
        [
          ['Runs small', fit.small],
          ['True to size', fit.true],
          ['Runs large', fit.large],
        ] as const
      ).map(([label, count]) => (
        <div key={label} className="row">
          <dt>{label}</dt>
          <dd>{Math.round((count / total) * 100)}%</dd>
        </div>
      ))}
    </dl>
  );
}

/** The reviews of a product: rating summary, list, and the form for signed-in shoppers. */
export function ProductReviews(props: { productId: string; sizes: readonly string[] }) {
  const { data: reviews, isError, refetch } = useProductReviewsQuery(props.productId);
  const session = useSelector(selectSession);
  const [all, setAll] = useState(false);
  if (isError) return <ErrorState resource="the reviews" onRetry={refetch} />;
  if (reviews === undefined) return <Skeleton height="14rem" />;
  const summary = summarizeReviews(reviews);
  const visible = all ? reviews : reviews.slice(0, INITIAL_REVIEWS);
  return (
    <div className="reviews">
      <div className="stack">
        {summary.count > 0 ? (
          <>
            <Stars rating={summary.mean} count={summary.count} />
            <Histogram summary={summary} />
            {summary.fit && <Fit fit={summary.fit} />}
          </>
        ) : (
          <p className="muted">Nobody has written about this one here yet.</p>
        )}
        {session.status === 'signed-in' ? (
          <ReviewForm productId={props.productId} sizes={props.sizes} />
        ) : (
          <p className="muted">
            Bought it?{' '}
            <ButtonLink variant="quiet" to="/login" state={{ from: productPath(props.productId) }}>
              Log in to write a review
            </ButtonLink>
          </p>
        )}
      </div>
      <div>
        {visible.map((review) => (
          <ReviewView key={review.id} review={review} />
        ))}
        {reviews.length > visible.length && (
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all {reviews.length} reviews
          </Button>
        )}
      </div>
    </div>
  );
}
