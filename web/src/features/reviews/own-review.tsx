import type { Order } from '@savepoint/model/order';
import { isPurchase, isReviewable } from '@savepoint/model/order-status';
import type { Product } from '@savepoint/model/product';
import { useState } from 'react';
import { useOwnReviewQuery, useProductOrdersQuery } from '../../api/review-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ReviewForm } from './review-form.tsx';

/** Why a shopper cannot review a product. */
function reasonAgainst(orders: readonly Order[], hasReview: boolean): string {
  if (orders.length === 0) return 'Only customers who bought this product here can review it.';
  if (orders.some(({ status }) => status === 'pending' || isPurchase(status)))
    return 'You can review this product once your order has shipped.';
  return hasReview
    ? 'Your order of this product was refunded, so your review can no longer be changed.'
    : 'Your order of this product was canceled or refunded, so you cannot review it.';
}

/**
 * The signed-in shopper's review of a product: the form, a link to edit it, or why there is
 * neither.
 */
export function OwnReview({ uid, product }: { uid: string; product: Product }) {
  const key = { uid, productId: product.id };
  const review = useOwnReviewQuery(key, { refetchOnMountOrArgChange: true });
  const orders = useProductOrdersQuery(key, { refetchOnMountOrArgChange: true });
  const [isEditing, setIsEditing] = useState(false);
  const [notice, setNotice] = useState<string>();
  if (review.isError || orders.isError)
    return (
      <p className="notice notice-warning" role="alert">
        We could not check whether you have bought this product.{' '}
        <Button
          variant="quiet"
          onClick={() => {
            void review.refetch();
            void orders.refetch();
          }}
        >
          Try again
        </Button>
      </p>
    );
  if (review.currentData === undefined || orders.currentData === undefined)
    return <Skeleton height="10rem" />;
  const own = review.currentData;
  if (!orders.currentData.some(({ status }) => isReviewable(status)))
    return <p className="muted">{reasonAgainst(orders.currentData, own !== null)}</p>;
  if (own === null || isEditing)
    return (
      <ReviewForm
        key={own?.id ?? 'new'}
        productId={product.id}
        sizes={product.variants.flatMap(({ size }) => size ?? [])}
        {...(own !== null && { review: own, onCancel: () => setIsEditing(false) })}
        onSaved={(text) => {
          setNotice(text);
          setIsEditing(false);
        }}
      />
    );
  return (
    <div className="stack">
      <p role="status" className={notice === undefined ? 'muted' : 'notice notice-success'}>
        {notice ?? 'You have reviewed this product.'}
      </p>
      <div>
        <Button
          variant="secondary"
          onClick={() => {
            setNotice(undefined);
            setIsEditing(true);
          }}
        >
          Edit your review
        </Button>
      </div>
    </div>
  );
}
