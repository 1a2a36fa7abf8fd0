import { describeLineChange } from '@savepoint/model/line-changes';
import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import {
  type EditOrderRequest,
  EditOrderRequestSchema,
  type EditOrderResponse,
} from '@savepoint/model/order-edit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { CopyLink } from './copy-link.tsx';
import { formatDateTime } from './format-date-time.ts';
import { useEditOrderMutation, useWithdrawEditMutation } from './order-edit-endpoints.ts';
import { type LineRow, lineMessages, OrderLinesField, toRequestedLines } from './order-lines-field.tsx';
import { RefundTo } from './refund-to.tsx';

/** The changes of an edit, and their cost. */
function Preview({ preview }: { preview: EditOrderResponse }) {
  const { totals, beforeCents, lines } = preview;
  const owedCents = totals.totalCents - beforeCents;
  return (
    <section
      className="card stack"
      aria-label="Changes"
      // Below the edited lines, which may be long.
      ref={(section) => section?.scrollIntoView?.({ block: 'nearest' })}
    >
      <ul className="admin-rows">
        {lines.map((line) => (
          <li key={`${line.id}|${line.size}`}>{describeLineChange(line)}</li>
        ))}
      </ul>
      <TotalsList totals={totals} shippingLabel="Shipping" />
      <p role="status">
        {owedCents === 0
          ? 'The total stays the same.'
          : owedCents < 0
            ? `The total was ${formatCents(beforeCents)}: ${formatCents(-owedCents)} is refunded at once.`
            : `The total was ${formatCents(beforeCents)}: the customer gets a link to pay ${formatCents(owedCents)} within 23 hours. Until then the order stays as it is and cannot be packed.`}
      </p>
    </section>
  );
}

function saveLabel(preview: EditOrderResponse | undefined): string {
  if (preview === undefined) return 'Review changes';
  const owedCents = preview.totals.totalCents - preview.beforeCents;
  if (owedCents < 0) return `Save and refund ${formatCents(-owedCents)}`;
  return owedCents > 0 ? `Email a link to pay ${formatCents(owedCents)}` : 'Save';
}

function EditForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const dispatch = useDispatch();
  const [send] = useEditOrderMutation();
  // The order is live, but the edited lines are not replaced.
  const [begun] = useState(() => ({
    editId: crypto.randomUUID(),
    edits: order.edits?.length ?? 0,
    packingNote: order.packingNote,
  }));
  const [rows, setRows] = useState<readonly LineRow[]>(() =>
    order.lines.map((line) => ({ ...line, quantity: String(line.quantity) })),
  );
  const [preview, setPreview] = useState<EditOrderResponse>();
  const submit = async (request: EditOrderRequest): Promise<FormFailure | undefined> => {
    const { data, error } = await send(request);
    if (error !== undefined) {
      setPreview(undefined);
      return toFailure(error);
    }
    if (data.state === 'preview') {
      setPreview(data);
      return undefined;
    }
    const owedCents = data.totals.totalCents - data.beforeCents;
    dispatch(
      toastShown({
        text:
          data.state === 'waiting'
            ? `The order changes when ${formatCents(owedCents)} is paid.`
            : 'The order is changed.',
      }),
    );
    onDone();
    return undefined;
  };
  const form = useForm({
    schema: EditOrderRequestSchema,
    toInput: ({ packingNote = '', refundTo, reason = '' }) => ({
      ...withoutEmpty({ reason }),
      ...{ orderId: order.id, editId: begun.editId, edits: begun.edits, packingNote },
      ...(refundTo === 'credit' && { refundTo }),
      lines: toRequestedLines(rows),
      ...(preview !== undefined && { expectedTotalCents: preview.totals.totalCents }),
    }),
    messages: lineMessages(rows),
    // A dialog: nothing else can be reached meanwhile.
    asksBeforeLeaving: false,
    onSubmit: submit,
  });
  const isCheaper = preview !== undefined && preview.totals.totalCents < preview.beforeCents;
  return (
    <Form form={form} className="stack" aria-label="Edit the order">
      <OrderLinesField
        rows={rows}
        errors={form.errors}
        onChange={(next) => {
          setRows(next);
          setPreview(undefined);
        }}
      />
      <TextAreaField
        label="Note on the packing slip (optional)"
        rows={2}
        defaultValue={begun.packingNote}
        {...form.field('packingNote')}
      />
      <TextAreaField
        label="Reason (optional)"
        hint="The customer sees it."
        rows={2}
        {...form.field('reason')}
      />
      {preview !== undefined && <Preview preview={preview} />}
      {isCheaper && <RefundTo />}
      <div className="row">
        <SubmitButton form={form}>{saveLabel(preview)}</SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** The button that edits the lines of an order, and its dialog. */
export function OrderEdit({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Edit order
      </Button>
      <Dialog open={isOpen} title="Edit order" onClose={() => setOpen(false)}>
        <EditForm order={order} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** The order's edit that waits for its payment. */
export function PendingEdit({ order, mayEdit }: { order: Order; mayEdit: boolean }) {
  const dispatch = useDispatch();
  const [withdraw, { isLoading }] = useWithdrawEditMutation();
  const edit = order.pendingEdit;
  if (!edit) return null;
  const withdrawIt = async () => {
    const { error } = await withdraw({ orderId: order.id, editId: edit.id });
    dispatch(
      error === undefined
        ? toastShown({ text: 'The edit is withdrawn. The order stays as it was.' })
        : toastShown({ text: toFailure(error).message, tone: 'error' }),
    );
  };
  return (
    <section className="card stack no-print" aria-labelledby="order-edit">
      <h2 id="order-edit">Waiting for {formatCents(edit.afterCents - edit.beforeCents)}</h2>
      <ul className="admin-rows">
        {edit.lines.map((line) => (
          <li key={`${line.id}|${line.size}`}>{describeLineChange(line)}</li>
        ))}
      </ul>
      <p>
        The order changes when the customer has paid, until {formatDateTime(edit.expiresAt)}. It cannot be
        packed before.
      </p>
      {mayEdit && (
        <div className="row">
          {edit.paymentUrl !== undefined && <CopyLink url={edit.paymentUrl} />}
          <Button variant="secondary" busy={isLoading} onClick={withdrawIt}>
            Withdraw the edit
          </Button>
        </div>
      )}
    </section>
  );
}
