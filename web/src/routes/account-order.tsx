import { orderNumber } from '@savepoint/model/order-number';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { toCallableFailure } from '../api/callable-failure.ts';
import { useCorrectAddressMutation, useOrderQuery } from '../api/order-endpoints.ts';
import { AddressCorrection } from '../components/address-correction.tsx';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { useBuyAgain } from '../features/orders/buy-again.tsx';
import { OrderActions } from '../features/orders/order-actions.tsx';
import { OrderDetails } from '../features/orders/order-details.tsx';
import { selectUser } from '../session/session-slice.ts';
import '../features/orders/orders.css';

/**
 * The /account/orders/:orderId page. Requires sign-in. A missing order and another account's order
 * look the same.
 */
export function Component() {
  const { orderId = '' } = useParams();
  const user = useSelector(selectUser);
  const {
    currentData: order,
    error,
    refetch,
  } = useOrderQuery({ uid: user?.uid ?? '', orderId }, { skip: user === undefined });
  const dispatch = useDispatch();
  const [correct] = useCorrectAddressMutation();
  const buyAgain = useBuyAgain(order, (line) => dispatch(itemAdded(line, { isQuiet: true })));
  const denied = (error as { code?: string } | undefined)?.code === 'permission-denied';
  return (
    <AccountLayout title={order ? `Order ${orderNumber(order.id)}` : 'Order'} logout={<LogoutButton />}>
      <PageHead title="Order" description="The details and status of an order." noindex />
      {buyAgain.report}
      {order && (
        <OrderDetails
          order={order}
          actions={
            <>
              {order.status === 'pending' && <PayButton orderId={order.id} />}
              {buyAgain.button}
              <OrderActions order={order} />
            </>
          }
          correction={
            <AddressCorrection
              order={order}
              packedMessage="We have packed your order in the meantime, so its address can no longer be changed. Please contact us."
              packedNote={
                <>
                  Your order is packed, so its address can no longer be changed. Is it wrong?{' '}
                  <ShopLink to="/contact">Contact us</ShopLink> now.
                </>
              }
              onSave={async (address) => {
                const { error } = await correct({ orderId: order.id, address });
                return toCallableFailure(error, 'That did not work. Please try again in a moment.');
              }}
            />
          }
        />
      )}
      {order === undefined && error === undefined && <Skeleton height="24rem" />}
      {(order === null || denied) && (
        <EmptyState icon="package" title="This order is not in your account">
          <p>The link may be mistyped, or the order belongs to another account.</p>
          <ButtonLink to="/account/orders">Your orders</ButtonLink>
        </EmptyState>
      )}
      {order === undefined && error !== undefined && !denied && (
        <ErrorState resource="this order" onRetry={refetch} />
      )}
    </AccountLayout>
  );
}
