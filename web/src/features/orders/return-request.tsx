import type { Order } from '@savepoint/model/order';
import { RequestReturnRequestSchema } from '@savepoint/model/order-changes';
import { canReturn } from '@savepoint/model/return-status';
import { isReturnTooLate } from '@savepoint/model/return-window';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { useRequestReturnMutation } from '../../api/order-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import {
  missingSize,
  RETURN_MESSAGES,
  ReturnFields,
  returnableLines,
  toReturnInput,
} from '../../components/return-fields.tsx';
import { toastShown } from '../../lib/toast-slice.ts';

function RequestForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const dispatch = useDispatch();
  const [request] = useRequestReturnMutation();
  const { data: products } = useProductsQuery();
  const form = useForm({
    schema: RequestReturnRequestSchema,
    toInput: (values) => ({
      ...toReturnInput(order, values),
      ...(values.comment && { comment: values.comment }),
    }),
    messages: RETURN_MESSAGES,
    asksBeforeLeaving: false,
    onSubmit: async (sent) => {
      const problem = missingSize(order, sent);
      if (problem !== undefined) return problem;
      const { error } = await request(sent);
      if (error !== undefined)
        return toCallableFailure(error, 'That did not work. Please try again in a moment.');
      onClose();
      dispatch(toastShown({ text: 'Your return is requested. We will email you.' }));
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label="Return or exchange">
      <ReturnFields order={order} form={form} products={products} />
      <TextAreaField label="Tell us more (optional)" rows={3} {...form.field('comment')} />
      <div className="row">
        <SubmitButton form={form}>Request the return</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** The button and the dialog to request a return of units, while that is possible. */
export function ReturnRequest({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const isPossible =
    canReturn(order.status) &&
    !isReturnTooLate(order.timeline, new Date()) &&
    returnableLines(order).length > 0;
  if (!isPossible && !isOpen) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Return or exchange
      </Button>
      <Dialog open={isOpen} title="Return or exchange" onClose={() => setOpen(false)}>
        <RequestForm order={order} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
