// Independent of the cart: the route passes in the action that adds to it.
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { CartLine } from '@savepoint/model/cart';
import type { Order } from '@savepoint/model/order';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { catalogueApi } from '../../api/catalogue-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { planReorder, type Reorder } from './reorder.ts';

type Outcome = Reorder | 'failed';

/** The outcome of buying an order again; announced by screen readers. */
function Report({ outcome }: { outcome: Outcome }) {
  if (outcome === 'failed')
    return (
      <p className="notice notice-error" role="alert">
        We could not check what is in stock. Nothing was added; please try again in a moment.
      </p>
    );
  const units = outcome.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className="notice" aria-label="Buy again">
      <p>
        {units === 0
          ? 'Nothing in this order can be bought right now.'
          : `${units} ${units === 1 ? 'item is' : 'items are'} in your cart.`}
      </p>
      {outcome.problems.length > 0 && (
        <ul>
          {outcome.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {units > 0 && (
        <ButtonLink to="/cart" variant="secondary">
          View cart
        </ButtonLink>
      )}
    </section>
  );
}

/**
 * Puts the items of an order into the cart if they are sold and in stock, and reports the others.
 */
export function useBuyAgain(order: Pick<Order, 'lines'> | null | undefined, onAdd: (line: CartLine) => void) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const buy = async (lines: Order['lines']) => {
    // A ref, not state: the second click of a double click sees the same render.
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setOutcome(undefined);
    try {
      const ids = [...new Set(lines.map(({ id }) => id))];
      const products = await Promise.all(
        ids.map((id) =>
          dispatch(
            catalogueApi.endpoints.product.initiate(id, { forceRefetch: true, subscribe: false }),
          ).unwrap(),
        ),
      );
      const plan = planReorder(lines, new Map(ids.map((id, index) => [id, products[index] ?? null])));
      for (const line of plan.lines) onAdd(line);
      setOutcome(plan);
    } catch (cause) {
      console.warn('The products of an order could not be read.', cause);
      setOutcome('failed');
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };

  return {
    button: order && (
      <Button variant="secondary" busy={isBusy} onClick={() => buy(order.lines)}>
        Buy again
      </Button>
    ),
    report: <div role="status">{outcome !== undefined && <Report outcome={outcome} />}</div>,
  };
}
