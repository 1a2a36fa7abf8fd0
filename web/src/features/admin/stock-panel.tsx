import { orderNumber } from '@savepoint/model/order-number';
import type { Product } from '@savepoint/model/product';
import { may } from '@savepoint/model/roles';
import {
  CorrectStockRequestSchema,
  MOVEMENT_ACTORS,
  MOVEMENT_REASONS,
  type StockMovement,
} from '@savepoint/model/stock-movement';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectUser } from '../../session/session-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { formatDateTime } from './format-date-time.ts';
import { useCorrectStockMutation, useStockMovementsQuery } from './stock-endpoints.ts';
import { typedSigned } from './typed-numbers.ts';

const PAGE_SIZE = 50;

type Sold = Pick<Product, 'id' | 'name' | 'variants'>;

function CorrectionForm({ product, onCorrected }: { product: Sold; onCorrected: () => void }) {
  const dispatch = useDispatch();
  const [correct] = useCorrectStockMutation();
  const [requestId] = useState(() => crypto.randomUUID());
  const sizes = product.variants.flatMap(({ size }) => size ?? []);
  const form = useForm({
    schema: CorrectStockRequestSchema,
    toInput: ({ size, units, note }) => ({
      ...{ productId: product.id, units: typedSigned(units), note, requestId },
      ...(size !== undefined && { size }),
    }),
    messages: {
      units: 'Enter how many units more or fewer there are, such as 5 or -3.',
      note: 'Say why, such as a delivery or a count.',
    },
    onSubmit: async (request) => {
      const { error, data } = await correct(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: `Stock corrected: ${data.stock} of ${request.size ?? product.name}.` }));
      onCorrected();
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label="Correct the stock">
      {sizes.length > 0 && (
        <SelectField label="Size" {...form.field('size')}>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectField>
      )}
      <Field
        label="Units"
        hint="Units that arrived or, with a minus, units that are gone."
        {...form.field('units')}
      />
      <Field label="Why" {...form.field('note')} />
      <div>
        <SubmitButton form={form}>Correct</SubmitButton>
      </div>
    </Form>
  );
}

function Movements({ movements }: { movements: readonly (StockMovement & { readonly id: string })[] }) {
  const user = useSelector(selectUser);
  const linksOrders = may(user?.role, 'readOrders');
  return (
    <div className="admin-scroll">
      <table className="admin-table admin-cards">
        <caption className="visually-hidden">Stock movements</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Size</th>
            <th scope="col">Units</th>
            <th scope="col">Why</th>
            <th scope="col">Order</th>
            <th scope="col">Who</th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ id, at, size, units, reason, note, orderId, actor, email }) => (
            <tr key={id}>
              <td className="admin-timestamp">{formatDateTime(at)}</td>
              <td>{size ?? 'One size'}</td>
              <td>{units > 0 ? `+${units}` : units}</td>
              <td>
                {MOVEMENT_REASONS[reason]}
                {note !== undefined && `: ${note}`}
              </td>
              <td>
                {orderId !== undefined &&
                  (linksOrders ? (
                    <ShopLink to={adminOrderPath(orderId)}>Order {orderNumber(orderId)}</ShopLink>
                  ) : (
                    `Order ${orderNumber(orderId)}`
                  ))}
              </td>
              <td>{email ?? MOVEMENT_ACTORS[actor]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The movements of a product's units, newest first, and a button to correct the stock. */
export function StockPanel({ product }: { product: Sold }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [open, setOpen] = useState(false);
  const { data, isError, isFetching, refetch } = useStockMovementsQuery(
    { id: product.id, limit },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <section className="card stack" aria-labelledby="stock-movements">
      <div className="row">
        <h2 id="stock-movements">Stock movements</h2>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Correct the stock
        </Button>
      </div>
      {data === undefined &&
        (isError ? (
          <ErrorState resource="the stock movements" onRetry={refetch} />
        ) : (
          <Skeleton height="12rem" />
        ))}
      {data?.length === 0 && (
        <EmptyState icon="package" title="No movements yet">
          <p>Orders, returns and corrections of this product appear here.</p>
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && <Movements movements={data} />}
      {data?.length === limit && (
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => setLimit(limit + PAGE_SIZE)}>
            Load older movements
          </Button>
        </div>
      )}
      <Dialog open={open} title="Correct the stock" onClose={() => setOpen(false)}>
        <CorrectionForm product={product} onCorrected={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}
